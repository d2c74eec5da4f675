import type { Deps } from '../../../deps.ts'
import { nextTime } from '../../../lib/schedules/next-times.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { readSchedule } from './check-trigger.ts'
import { dueTimes } from './due-times.ts'
import { fireTrigger } from './fire-trigger.ts'
import { firingBySource, insertFiring } from './firing-queries.ts'
import {
  type TriggerRow,
  takeDueTrigger,
  updateNextFire,
  workspacesWithDueTriggers,
} from './trigger-queries.ts'

/**
 * Fires every schedule that is due, each in its own transaction. The row lock lets one process at a
 * time have a trigger, and the record of each time is unique, so a time never starts two runs.
 * Workspaces take turns: many schedules at midnight of one don't delay the others.
 */
export async function fireDueSchedules(deps: Deps): Promise<void> {
  let hasFired = true
  while (hasFired) {
    hasFired = false
    for (const workspaceId of await workspacesWithDueTriggers(deps.db.system, deps.clock())) {
      if (await fireOne(deps, workspaceId)) hasFired = true
    }
  }
}

async function fireOne(deps: Deps, workspaceId: number): Promise<boolean> {
  const now = deps.clock()
  return deps.db.atomically('system', async (db, tx) => {
    const trigger = await takeDueTrigger(tx, workspaceId, now)
    if (!trigger) return false
    await fireTimes({ ...deps, db }, tx, trigger, now)
    return true
  })
}

async function fireTimes(deps: Deps, tx: Tx, trigger: TriggerRow, now: Date): Promise<void> {
  const schedule = readSchedule(trigger.settings)
  const from = trigger.next_fire_at ?? now
  const catchUp = trigger.settings.catch_up ?? 'latest'
  const { fire, missed } = dueTimes(schedule, { from, now, catchUp })
  // Set first, because firing may pause the trigger.
  await updateNextFire(tx, trigger, nextTime(schedule, now))
  if (missed) await recordMissed(deps, tx, trigger, missed)
  for (const at of fire) {
    await fireTrigger(deps, tx, trigger, {
      sourceKey: `at:${at.toISOString()}`,
      scheduledFor: at,
      facts: { scheduled_for: at.toISOString() },
      isFinal: true,
    })
  }
}

async function recordMissed(deps: Deps, tx: Tx, trigger: TriggerRow, at: Date): Promise<void> {
  const source_key = `at:${at.toISOString()}`
  if (await firingBySource(tx, trigger, source_key)) return
  await insertFiring(tx, {
    id: deps.random.uuid(),
    workspace_id: trigger.workspace_id,
    trigger_id: trigger.id,
    fired_at: deps.clock(),
    scheduled_for: at,
    outcome: 'skipped',
    reason: 'This time and those before it were missed while the service was down.',
    ...{ run_id: null, event_id: null, source_key, dedupe_key: null, input: null },
    ...{ chain_length: 1, root_cause: null, due_at: null, burst_at: null },
  })
}
