import type { Deps } from '../../../deps.ts'
import { type Actor, listPermissions, requirePermission } from '../../../http/permissions.ts'
import { Problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { endRun } from '../runs/end-run.ts'
import { lockRun } from '../runs/run-queries.ts'
import { beginRun } from '../runs/start-run.ts'
import {
  type FiringRow,
  firingByDedupeKey,
  firingBySource,
  insertFiring,
  queuedFirings,
  selectOpenRuns,
  settleFiring,
} from './firing-queries.ts'
import { findCreatorState, noteFiring, pauseTrigger, type TriggerRow } from './trigger-queries.ts'
import { evaluateFiring, type TriggerFacts, whyFailed } from './trigger-scope.ts'

/** A reason to fire: a scheduled time, an event, a delivery, or a person who tests the trigger. */
export interface FiringCause {
  /** The same for every attempt to fire for the same reason. */
  sourceKey: string
  facts: TriggerFacts
  scheduledFor?: Date
  eventId?: number
  chainLength?: number
  /** What the chain goes back to. */
  rootCause?: string
  /** The person who tests the trigger; otherwise it acts for its author. */
  by?: Actor
  /** Skips the debounce of a test. */
  atOnce?: boolean
  /** Nobody retries, so an error that passes also counts as failed. */
  isFinal?: boolean
}

type Decision = Pick<FiringRow, 'outcome' | 'reason' | 'run_id'> &
  Partial<Pick<FiringRow, 'dedupe_key' | 'input' | 'due_at' | 'burst_at'>>

/** A loop over several workflows ends here. */
const maxChain = 10
const maxQueued = 100
/** A steady stream of events delays a debounced run by at most this many times its delay. */
const maxDebounces = 10

/**
 * Fires a trigger once for an occasion, in the transaction that locks it: the record and the run
 * come into being together. Firing again for the same occasion returns the first record. Errors that
 * pass, such as too many unfinished runs, are thrown, so the caller can retry.
 */
export async function fireTrigger(
  deps: Deps,
  tx: Tx,
  trigger: TriggerRow,
  occasion: FiringCause,
): Promise<FiringRow> {
  const known = await firingBySource(tx, trigger, occasion.sourceKey)
  if (known) return known
  const now = deps.clock()
  const { outcome, reason, run_id, ...more } = await decide(deps, tx, trigger, occasion)
  const firing: FiringRow = {
    id: deps.random.uuid(),
    workspace_id: trigger.workspace_id,
    trigger_id: trigger.id,
    fired_at: now,
    scheduled_for: occasion.scheduledFor ?? null,
    ...{ outcome, reason, run_id },
    event_id: occasion.eventId ?? null,
    source_key: occasion.sourceKey,
    dedupe_key: null,
    input: null,
    chain_length: occasion.chainLength ?? 1,
    root_cause: occasion.rootCause ?? null,
    due_at: null,
    burst_at: null,
    ...more,
  }
  await insertFiring(tx, firing)
  await noteFiring(tx, trigger, now, outcome)
  return firing
}

async function decide(
  deps: Deps,
  tx: Tx,
  trigger: TriggerRow,
  occasion: FiringCause,
): Promise<Decision> {
  const { chainLength = 1, rootCause = null, facts, by } = occasion
  if (chainLength > maxChain) {
    return failed(`A chain of more than ${maxChain} runs that trigger each other was stopped.`)
  }
  const starter = by ?? (await findStarter(tx, trigger))
  if ('reason' in starter) return failed(starter.reason)
  let filled: ReturnType<typeof evaluateFiring>
  try {
    filled = evaluateFiring(trigger, facts)
  } catch (error) {
    const reason = whyFailed(error)
    if (reason === undefined) throw error
    return failed(reason)
  }
  const { input, dedupeKey: dedupe_key } = filled
  const first = dedupe_key === null ? undefined : await firingByDedupeKey(tx, trigger, dedupe_key)
  if (first) {
    return { ...skipped(`The key ${dedupe_key} has already fired.`), run_id: first.run_id }
  }
  const { debounce_seconds: debounceSeconds = 0 } = trigger.settings
  if (debounceSeconds > 0 && !occasion.atOnce) {
    const times = await joinBurst(deps, tx, trigger, debounceSeconds)
    return { ...queued('Waiting for more events.'), dedupe_key, input, ...times }
  }
  const decision = await startOrWait(deps, tx, trigger, starter, {
    ...{ input, chainLength, rootCause, isFinal: occasion.isFinal ?? false },
  })
  const isKept = decision.outcome === 'started' || decision.outcome === 'queued'
  return { ...decision, dedupe_key: isKept ? dedupe_key : null }
}

interface Start {
  input: Record<string, unknown>
  chainLength: number
  rootCause: string | null
  isFinal: boolean
}

/** Starts the run, or does what the trigger does if the previous run has not finished. */
export async function startOrWait(
  deps: Deps,
  tx: Tx,
  trigger: TriggerRow,
  starter: Actor,
  { input, chainLength, rootCause, isFinal }: Start,
): Promise<Decision> {
  const open = trigger.overlap === 'allow' ? [] : await selectOpenRuns(tx, trigger)
  if (open.length > 0 && trigger.overlap === 'skip') {
    return skipped('The previous run of this trigger has not finished.')
  }
  if (open.length > 0 && trigger.overlap === 'queue') {
    const waiting = await queuedFirings(tx, trigger, 'run')
    if (waiting.length >= maxQueued) return skipped(`${maxQueued} firings are already waiting.`)
    return { ...queued('Waiting for the previous run to finish.'), input }
  }
  if (trigger.overlap === 'replace') await terminateRuns(deps, tx, trigger, starter, open)
  try {
    const run = await deps.db.atomically(trigger.workspace_id, async (_db, inner) => {
      requirePermission(starter, 'workflows:run')
      const source = cut(`trigger ${trigger.title || trigger.kind}`)
      const origin = { id: trigger.id, chainLength, rootCause, author: trigger.actor }
      return beginRun(deps, inner, starter, trigger.workflow_id, { input, source, trigger: origin })
    })
    return { outcome: 'started', reason: null, run_id: run.id }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // Waiting does not help: an event never gets to cause more.
    if (error.code === 'quota_exceeded') return failed(error.detail)
    if (error.status >= 500) throw error
    if (error.status === 429 && !isFinal) throw error
    return failed(error.detail)
  }
}

async function terminateRuns(
  deps: Deps,
  tx: Tx,
  trigger: TriggerRow,
  by: Actor,
  open: readonly { id: string }[],
): Promise<void> {
  for (const { id } of open) {
    const run = await lockRun(tx, trigger.workspace_id, id)
    if (!run || run.ended_at !== null) continue
    const error = { code: 'replaced', message: 'Its trigger fired again and replaced this run.' }
    await endRun(deps, tx, run, { status: 'TERMINATED', error }, { by })
  }
}

/** The last event of a burst counts; the earlier ones are skipped. */
async function joinBurst(deps: Deps, tx: Tx, trigger: TriggerRow, seconds: number) {
  const now = deps.clock().getTime()
  const earlier = await queuedFirings(tx, trigger, 'burst')
  for (const one of earlier) {
    const reason = 'A later event of the same burst replaced it.'
    await settleFiring(tx, one, { outcome: 'skipped', reason, run_id: null })
  }
  const burst_at = earlier[0]?.burst_at ?? new Date(now)
  const latest = burst_at.getTime() + maxDebounces * seconds * 1000
  return { burst_at, due_at: new Date(Math.min(now + seconds * 1000, latest)) }
}

/**
 * The author of a trigger, with what they may do today. A trigger whose author has left is paused,
 * so that someone else can take it over.
 */
export async function findStarter(
  tx: Tx,
  trigger: TriggerRow,
): Promise<Actor | { reason: string }> {
  const { role, is_workspace_active } = await findCreatorState(tx, trigger)
  if (!is_workspace_active) return { reason: 'The workspace is not active.' }
  const { actor } = trigger
  if (role === null) {
    await pauseTrigger(tx, trigger)
    const reason = `${actor.name} no longer has access, so the trigger was paused. Change it to take it over.`
    return { reason }
  }
  const permissions = listPermissions(role, actor.permissions)
  return { ...actor, role, permissions, requestId: `trigger:${trigger.id}` }
}

function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

const failed = (reason: string): Decision => ({ outcome: 'failed', reason, run_id: null })
const skipped = (reason: string): Decision => ({ outcome: 'skipped', reason, run_id: null })
const queued = (reason: string): Decision => ({ outcome: 'queued', reason, run_id: null })
