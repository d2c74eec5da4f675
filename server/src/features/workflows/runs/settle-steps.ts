import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { backoff as delayAfter } from '../../../platform/work/backoff.ts'
import type { Definition, DoingStep } from '../definition/definition.ts'
import { findDoingStep } from '../definition/find-step.ts'
import type { ReadyStep } from '../plan/plan-types.ts'
import { cancelStep } from './end-run.ts'
import { withinLimit } from './output-limit.ts'
import type { RunRow } from './run-queries.ts'
import type { StepStart } from './start-step.ts'
import { type StepRow, saveStep } from './step-queries.ts'
import { awaitedEvent } from './wait-for-event.ts'
import { findOutcome, type Outcome } from './waits.ts'

/**
 * Checks every step in progress: its work may have ended, it may have timed out, or its next
 * attempt may be due. Updates the given records along with the table.
 */
export async function settleSteps(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  run: RunRow,
  { definition, records }: { definition: Definition; records: Map<string, StepRow> },
): Promise<void> {
  const now = deps.clock()
  for (const row of records.values()) {
    if (row.ended_at !== null) continue
    const step = findDoingStep(definition, row.path)
    const settle = async (outcome: Outcome) =>
      records.set(row.path, await saved(tx, run, afterOutcome(now, step, row, outcome)))
    const outcome =
      row.waits_type === 'event'
        ? await eventNow(deps, tx, actor, run, row)
        : await outcomeNow(deps, tx, actor, step, row)
    const isLooking = outcome && 'lookAgain' in outcome
    if (isLooking) records.set(row.path, await saved(tx, run, outcome.lookAgain))
    else if (outcome) await settle(withinLimit(outcome))
    if ((!outcome || isLooking) && row.deadline_at !== null && row.deadline_at <= now) {
      if (step.type === 'wait_for_event' && step.on_timeout === 'continue') {
        await settle({ output: null })
        continue
      }
      await cancelStep(deps, tx, run, actor, row)
      const message = `It took longer than ${step.timeout_seconds} s.`
      const error = { code: 'step_timed_out', message }
      await settle({ error, retryable: step.retries !== undefined })
    }
  }
}

/** The event that the step waits for, or the step with how far it has looked. */
async function eventNow(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  run: RunRow,
  row: StepRow,
): Promise<Outcome | { lookAgain: StepRow } | undefined> {
  if (row.status !== 'waiting') return undefined
  const found = await awaitedEvent(tx, { actor, run, row })
  if (!('lookFrom' in found)) return found
  const now = deps.clock()
  const waitedSeconds = (now.getTime() - row.started_at.getTime()) / 1000
  // An event that is numbered while the step begins wakes nobody, so it is looked for more and more rarely.
  const nextLook = found.hasMore ? now : after(now, Math.min(3600, Math.max(5, waitedSeconds)))
  return { lookAgain: { ...row, output: found.lookFrom, wake_at: nextLook } }
}

async function outcomeNow(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  step: DoingStep,
  row: StepRow,
): Promise<Outcome | undefined> {
  if (row.status !== 'waiting') return undefined
  if (row.waits_id !== null) {
    const outcome = await findOutcome(deps, tx, actor, step, { ...row, waits_id: row.waits_id })
    return outcome && withinLimit(outcome)
  }
  const now = deps.clock()
  const isOver = row.wake_at !== null && row.wake_at <= now
  return isOver ? { output: { at: now.toISOString() } } : undefined
}

/** The records for planning: a step whose next attempt is due counts as not started. */
export function withoutDueRetries(
  records: ReadonlyMap<string, StepRow>,
  now: Date,
): Map<string, StepRow> {
  const isDue = ({ status, wake_at }: StepRow) =>
    status === 'retrying' && wake_at !== null && wake_at <= now
  return new Map([...records].filter(([, row]) => !isDue(row)))
}

/** Records the result of starting a step. */
export async function recordBegun(
  deps: Deps,
  tx: Tx,
  run: RunRow,
  { path, step, input, before }: ReadyStep & { before: StepRow | undefined },
  begun: StepStart,
): Promise<StepRow> {
  const now = deps.clock()
  const row: StepRow = {
    path,
    type: step.type,
    status: 'waiting',
    attempts: (before?.attempts ?? 0) + 1,
    input: 'value' in input ? input.value : {},
    output: 'output' in begun ? begun.output : null,
    error: null,
    waits_type: 'waits' in begun ? begun.waits.type : null,
    waits_id: 'waits' in begun ? begun.waits.id : null,
    wake_at: 'until' in begun ? begun.until : 'lookAt' in begun ? (begun.lookAt ?? null) : null,
    deadline_at: step.timeout_seconds ? after(now, step.timeout_seconds) : null,
    started_at: before?.started_at ?? now,
    ended_at: null,
  }
  const isWaiting = 'waits' in begun || 'until' in begun
  return saved(tx, run, isWaiting ? row : afterOutcome(now, step, row, begun))
}

async function saved(tx: Tx, run: RunRow, row: StepRow): Promise<StepRow> {
  await saveStep(tx, run, row)
  return row
}

function afterOutcome(now: Date, step: DoingStep, row: StepRow, outcome: Outcome): StepRow {
  const still = { ...row, wake_at: null, deadline_at: null }
  if ('output' in outcome) {
    return { ...still, status: 'completed', output: outcome.output, error: null, ended_at: now }
  }
  const { limit = 3, delay_seconds = 2, backoff = 2 } = step.retries ?? {}
  const { error, retryable } = outcome
  if (!retryable || row.attempts > limit) {
    return { ...still, status: 'failed', error, output: null, ended_at: now }
  }
  const delay = delayAfter(row.attempts, { first: delay_seconds, max: 86_400, factor: backoff })
  return { ...still, status: 'retrying', error, wake_at: after(now, delay) }
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}
