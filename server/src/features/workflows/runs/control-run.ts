import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { EventType } from '../../events/event-types.ts'
import { endRun } from './end-run.ts'
import { publishRunEvent } from './publish-run-event.ts'
import { getRunState, requireRun } from './read-runs.ts'
import { requireRoom } from './require-room.ts'
import { wakeFollowers, wakeRun } from './run-jobs.ts'
import { lockRun, openChildren, type RunRow, saveRun } from './run-queries.ts'
import type { RunState } from './schemas.ts'
import { forgetFailedSteps } from './step-queries.ts'
import { forgetView } from './view-queries.ts'

type Change = (deps: Deps, tx: Tx, run: RunRow) => Promise<void>

/**
 * Pauses a run: no new steps start until it resumes. Steps in progress finish, and their results
 * count once it resumes.
 */
export function pauseRun(deps: Deps, actor: Actor, key: string, id: string, reason?: string) {
  return change(deps, actor, key, id, (inside, tx, run) => pause(inside, tx, actor, run, reason))
}

async function pause(deps: Deps, tx: Tx, actor: Actor, run: RunRow, reason?: string) {
  requireOpen(run)
  if (run.status === 'PAUSED') return
  const at = deps.clock()
  const changes = {
    status: 'PAUSED' as const,
    reason: reason ?? null,
    paused_at: at,
    wake_at: null,
  }
  await save(deps, tx, actor, run, { ...changes, event: 'workflow_run.paused' })
  for (const child of await openChildren(tx, run.id)) await pause(deps, tx, actor, child, reason)
}

/** Continues a paused run. The duration of the pause is added to its deadline. */
export function resumeRun(deps: Deps, actor: Actor, key: string, id: string) {
  return change(deps, actor, key, id, (inside, tx, run) => resume(inside, tx, actor, run))
}

async function resume(deps: Deps, tx: Tx, actor: Actor, run: RunRow) {
  requireOpen(run)
  if (run.status === 'RUNNING') return
  const now = deps.clock()
  const pausedMs = now.getTime() - (run.paused_at ?? now).getTime()
  const changes = {
    status: 'RUNNING' as const,
    reason: null,
    paused_at: null,
    deadline_at: new Date(run.deadline_at.getTime() + pausedMs),
    wake_at: now,
  }
  await save(deps, tx, actor, run, { ...changes, event: 'workflow_run.resumed' })
  for (const child of await openChildren(tx, run.id)) await resume(deps, tx, actor, child)
}

/** Retries a run that ended without success, from the failed steps. Completed steps are kept. */
export function retryRun(deps: Deps, actor: Actor, key: string, id: string) {
  return change(deps, actor, key, id, async (inside, tx, run) => {
    requireEnded(run)
    if (run.status === 'COMPLETED') {
      throw problem('run_completed', {
        detail: 'The run completed, so there is nothing to retry. Restart it instead.',
      })
    }
    await forgetFailedSteps(tx, run)
    await forgetView(tx, run)
    await save(inside, tx, actor, run, { ...begun(inside, run), event: 'workflow_run.retried' })
    await requireRoom(inside, tx, run.workspace_id)
  })
}

/** Runs everything again from the first step, with the same version and input. */
export function restartRun(deps: Deps, actor: Actor, key: string, id: string) {
  return change(deps, actor, key, id, async (inside, tx, run) => {
    requireEnded(run)
    await save(inside, tx, actor, run, {
      ...begun(inside, run),
      round: run.round + 1,
      started_at: inside.clock(),
      event: 'workflow_run.restarted',
    })
    await requireRoom(inside, tx, run.workspace_id)
  })
}

/** Ends a run for good: its tasks and questions in progress are cancelled. */
export function terminateRun(deps: Deps, actor: Actor, key: string, id: string, reason?: string) {
  return change(deps, actor, key, id, async (inside, tx, run) => {
    requireOpen(run)
    const message = reason ?? `${actor.name} terminated the run.`
    const error = { code: 'terminated', message }
    await endRun(inside, tx, run, { status: 'TERMINATED', error }, { by: actor })
  })
}

/** The run gets as much time again as it had the first time. */
function begun(deps: Deps, run: RunRow): Partial<RunRow> {
  const now = deps.clock()
  const allowedMs = run.deadline_at.getTime() - run.started_at.getTime()
  return {
    status: 'RUNNING',
    output: {},
    reason: null,
    ended_at: null,
    deadline_at: new Date(now.getTime() + allowedMs),
    wake_at: now,
  }
}

async function save(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  run: RunRow,
  { event, ...changes }: Partial<RunRow> & { event: Extract<EventType, `workflow_run.${string}`> },
): Promise<void> {
  const at = deps.clock()
  const next = await saveRun(tx, run, { ...changes, updated_at: at })
  await publishRunEvent(tx, actor, next, event, at)
  if (next.status === 'RUNNING') await wakeRun(deps, tx, run)
  wakeFollowers(deps, tx, run.id)
}

async function change(
  deps: Deps,
  actor: Actor,
  key: string,
  id: string,
  work: Change,
): Promise<RunState> {
  requirePermission(actor, 'workflows:run')
  return deps.db.atomically(actor.workspaceId, async (db, tx) => {
    const inside = { ...deps, db }
    await requireRun(inside, actor, key, id)
    const run = await lockRun(tx, actor.workspaceId, id)
    if (!run) throw problem('run_not_found')
    await work(inside, tx, run)
    return getRunState(inside, actor, key, id)
  })
}

function requireOpen({ status, ended_at }: RunRow): void {
  if (ended_at === null) return
  throw problem('run_ended', { detail: `The run ended as ${status} at ${ended_at.toISOString()}.` })
}

function requireEnded({ status, ended_at }: RunRow): void {
  if (ended_at !== null) return
  throw problem('run_not_ended', {
    detail: `The run is ${status}. Wait until it ends, or terminate it.`,
  })
}
