import type { Deps } from '../../../deps.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { findStarter, startOrWait } from './fire-trigger.ts'
import { endDebounce, type FiringRow, queuedFirings, settleFiring } from './firing-queries.ts'
import { lockTrigger, noteFiring, type TriggerRow } from './trigger-queries.ts'

interface Queue {
  workspace_id: number
  trigger_id: string
}

/** Starts the next firing of a trigger that waited for a run or for its burst to end. */
export async function startQueued(deps: Deps, { workspace_id, trigger_id }: Queue): Promise<void> {
  await deps.db.atomically('system', async (db, tx) => {
    const trigger = await lockTrigger(tx, workspace_id, trigger_id)
    if (!trigger) return
    const inside = { ...deps, db }
    const now = deps.clock()
    const bursts = await queuedFirings(tx, trigger, 'burst')
    for (const one of bursts) {
      if (one.due_at !== null && one.due_at <= now) await startOne(inside, tx, trigger, one)
    }
    const [next] = await queuedFirings(tx, trigger, 'run')
    if (next) await startOne(inside, tx, trigger, next)
  })
}

async function startOne(deps: Deps, tx: Tx, trigger: TriggerRow, firing: FiringRow) {
  if (!trigger.is_active) {
    const reason = 'The trigger was paused while this waited.'
    return settleFiring(tx, firing, { outcome: 'skipped', reason, run_id: null })
  }
  const starter = await findStarter(tx, trigger)
  if ('reason' in starter) {
    return settleFiring(tx, firing, { outcome: 'failed', reason: starter.reason, run_id: null })
  }
  const { input, chain_length: chainLength, root_cause: rootCause } = firing
  const work = { input: input ?? {}, chainLength, rootCause, isFinal: false }
  const decision = await startOrWait(deps, tx, trigger, starter, work)
  if (decision.outcome === 'queued') return endDebounce(tx, firing)
  await settleFiring(tx, firing, decision)
  await noteFiring(tx, trigger, deps.clock(), decision.outcome)
}
