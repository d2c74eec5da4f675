import type { Deps } from '../../../deps.ts'
import type { OperationCaller } from '../../../http/call-operation.ts'
import { FairSemaphore } from '../../../lib/fair-semaphore.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { NeedsThread, type Planner, planInThread, planQuickly } from '../plan/planners.ts'
import { actorOfRun, actorOfStep } from './actor-of-run.ts'
import { readDefinition } from './definitions.ts'
import { cancelStep, endRun, type RunOutcome } from './end-run.ts'
import { whyRunTooLarge } from './output-limit.ts'
import { lostAfterSeconds, wakeFollowers } from './run-jobs.ts'
import {
  lockRunToAdvance,
  type RunRow,
  type RunWithMember,
  saveRun,
  selectRoles,
} from './run-queries.ts'
import { recordBegun, settleSteps, withoutDueRetries } from './settle-steps.ts'
import { beginStep } from './start-step.ts'
import { type StepRow, selectSteps } from './step-queries.ts'
import { saveView } from './view-queries.ts'

/** Steps that start in one transaction; more follow in the next. */
const maxAtOnce = 20

type Records = Map<string, StepRow>

/**
 * One at a time, with workspaces taking turns: one workspace's costly runs do not block another's.
 */
const costlyTurns = new FairSemaphore<number>(1)

/**
 * Advances a run by one wave: settles finished steps, starts ready ones, and records everything in
 * one transaction that locks the run. True if more can be done immediately.
 */
export async function advanceRun(
  deps: Deps,
  caller: OperationCaller,
  runId: string,
): Promise<boolean> {
  const takeTurn = (planner: Planner) =>
    deps.db.atomically('system', async (db, tx) => {
      const run = await lockRunToAdvance(tx, runId)
      if (run?.status !== 'RUNNING') return false
      if (run.started_at > deps.clock()) return waitForStart(tx, run)
      return advance({ ...deps, db }, tx, caller, run, { planTurn: planner, begin: beginStep })
    })
  try {
    return await takeTurn(planQuickly)
  } catch (error) {
    if (!(error instanceof NeedsThread)) throw error
    // The turn was rolled back. It waits in the semaphore before it takes a connection again.
    return costlyTurns.run(error.workspaceId, () => takeTurn(planInThread))
  }
}

/** A run that starts later was woken early, by a resume for example. */
async function waitForStart(tx: Tx, run: RunRow): Promise<false> {
  await saveRun(tx, run, { wake_at: run.started_at })
  return false
}

/** How steps are planned and started; a rehearsal starts them in its own way. */
interface Engine {
  planTurn: Planner
  begin: typeof beginStep
}

export async function advance(
  deps: Deps,
  tx: Tx,
  caller: OperationCaller,
  run: RunWithMember,
  { planTurn, begin }: Engine,
): Promise<boolean> {
  const now = deps.clock()
  const authorIds = run.authors.map(({ id }) => id)
  const found = actorOfRun(run, await selectRoles(tx, run.workspace_id, authorIds))
  const end = async (ending: RunOutcome, records?: Records): Promise<false> => {
    const by = 'actor' in found ? found.actor : undefined
    await endRun(deps, tx, run, ending, { by, steps: records?.values() })
    return false
  }
  if ('goneCode' in found) {
    return end({ status: 'FAILED', error: { code: found.goneCode, message: found.message } })
  }
  const { actor, parties } = found
  if (run.deadline_at <= now) {
    const message = 'The run exceeded its deadline.'
    return end({ status: 'TIMED_OUT', error: { code: 'run_timed_out', message } })
  }
  const definition = await readDefinition(tx, run)
  const records = await selectSteps(tx, run)
  await settleSteps(deps, tx, actor, run, { definition, records })
  const tooLarge = whyRunTooLarge(records)
  if (tooLarge) return end({ status: 'FAILED', error: tooLarge }, records)
  const first = await planTurn(definition, run, withoutDueRetries(records, now))
  if (first.end) {
    await saveView(tx, run, first.steps)
    return end(first.end, records)
  }
  for (const path of first.cancel) {
    const by = actorOfStep(actor, run, path)
    records.set(path, await cancelStep(deps, tx, run, by, records.get(path) as StepRow))
  }
  for (const ready of first.ready.slice(0, maxAtOnce)) {
    const by = actorOfStep(actor, run, ready.path)
    const begun = await begin({ deps, caller, run, actor: by, parties, ready })
    const before = records.get(ready.path)
    records.set(ready.path, await recordBegun(deps, tx, run, { ...ready, before }, begun))
  }
  // The next steps start in their own transaction, after this one commits.
  const then = await planTurn(definition, run, records)
  await saveView(tx, run, then.steps)
  if (then.end) return end(then.end, records)
  const hasMore = then.ready.length > 0
  await saveRun(tx, run, { updated_at: now, wake_at: nextLook(run, records, hasMore, now) })
  wakeFollowers(deps, tx, run.id)
  return hasMore
}

/**
 * The time of the first timer. If more is ready, soon, in case the worker that should continue
 * dies.
 */
function nextLook(run: RunRow, records: Records, hasMore: boolean, now: Date): Date {
  const times = [...records.values()]
    .filter(({ ended_at }) => ended_at === null)
    .flatMap(({ wake_at, deadline_at }) => [wake_at, deadline_at])
    .concat(run.deadline_at)
    .filter((time) => time !== null)
    .map((time) => time.getTime())
  if (hasMore) times.push(now.getTime() + lostAfterSeconds * 1000)
  return new Date(Math.min(...times))
}
