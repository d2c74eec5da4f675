import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { StepFailure } from '../plan/plan-types.ts'
import { buildStarter } from './actor-of-run.ts'
import { publishRunEvent } from './publish-run-event.ts'
import { wakeFollowers, wakeRun } from './run-jobs.ts'
import { openChildren, type RunRow, saveRun } from './run-queries.ts'
import { type StepRow, saveStep, selectSteps } from './step-queries.ts'
import { abandon } from './waits.ts'

export type RunOutcome =
  | { status: 'COMPLETED'; output: unknown }
  | {
      status: 'FAILED' | 'TERMINATED' | 'TIMED_OUT'
      error: StepFailure | Omit<StepFailure, 'step'>
    }

const events = {
  COMPLETED: 'workflow_run.completed',
  FAILED: 'workflow_run.failed',
  TERMINATED: 'workflow_run.terminated',
  TIMED_OUT: 'workflow_run.timed_out',
} as const

interface EndOptions {
  by?: Actor | undefined
  /** Read from the database if omitted. */
  steps?: Iterable<StepRow> | undefined
}

/** Ends a run: cancels steps in progress and wakes the parent that waits for it. */
export async function endRun(
  deps: Deps,
  tx: Tx,
  run: RunRow,
  ending: RunOutcome,
  { by = buildStarter(run), steps }: EndOptions = {},
): Promise<RunRow> {
  const now = deps.clock()
  for (const step of steps ?? (await selectSteps(tx, run)).values()) {
    await cancelStep(deps, tx, run, by, step)
  }
  for (const child of await openChildren(tx, run.id)) {
    const error = {
      code: 'parent_ended',
      message: `Its parent run ${run.id} ended.`,
    }
    await endRun(deps, tx, child, { status: 'TERMINATED', error }, { by })
  }
  const ended = await saveRun(tx, run, {
    status: ending.status,
    output: 'error' in ending ? { error: ending.error } : asObject(ending.output),
    reason: 'error' in ending ? ending.error.message : null,
    updated_at: now,
    ended_at: now,
    paused_at: null,
    wake_at: null,
  })
  await publishRunEvent(tx, by, run, events[ending.status], now)
  if (run.parent_run_id !== null) {
    await wakeRun(deps, tx, { id: run.parent_run_id, workspace_id: run.workspace_id })
  }
  wakeFollowers(deps, tx, run.id)
  return ended
}

/** Cancels a step that has started but not ended. */
export async function cancelStep(
  deps: Deps,
  tx: Tx,
  run: RunRow,
  actor: Actor,
  step: StepRow,
): Promise<StepRow> {
  if (step.ended_at !== null) return step
  await abandon(deps, tx, { ...actor, userId: run.actor.userId }, step, async (child) => {
    const error = { code: 'parent_ended', message: 'The step that started it was cancelled.' }
    await endRun(deps, tx, child, { status: 'TERMINATED', error }, { by: actor })
  })
  const error = { code: 'cancelled', message: 'It was no longer needed.' }
  const cancelled = { ...step, status: 'cancelled' as const, error, ended_at: deps.clock() }
  await saveStep(tx, run, cancelled)
  return cancelled
}

/** Readers can rely on an object, whatever the step returned. */
function asObject(output: unknown): object {
  if (output === null || output === undefined) return {}
  return typeof output === 'object' && !Array.isArray(output) ? output : { value: output }
}
