import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { fireTrigger } from './fire-trigger.ts'
import { presentFiring } from './present-trigger.ts'
import { requireTrigger } from './read-triggers.ts'
import type { Firing } from './schemas.ts'
import { lockTrigger } from './trigger-queries.ts'
import type { TriggerFacts } from './trigger-scope.ts'

/**
 * Fires a trigger now, to test it, even if it is paused. The run acts for the person who tests it,
 * and can do only what the trigger's author may do as well.
 */
export async function fireNow(
  deps: Deps,
  actor: Actor,
  { key, id }: { key: string; id: string },
  given: Record<string, unknown> = {},
): Promise<Firing> {
  requirePermission(actor, 'workflows:run')
  return deps.db.atomically(actor.workspaceId, async (db, tx) => {
    await requireTrigger(db.workspace(actor.workspaceId), actor, key, id)
    const trigger = await lockTrigger(tx, actor.workspaceId, id)
    if (!trigger) throw problem('trigger_not_found')
    const now = deps.clock()
    const facts: TriggerFacts =
      trigger.kind === 'schedule' ? { scheduled_for: now.toISOString(), ...given } : given
    const firing = await fireTrigger({ ...deps, db }, tx, trigger, {
      sourceKey: `fire:${deps.random.uuid()}`,
      ...(trigger.kind === 'schedule' && { scheduledFor: now }),
      facts,
      by: actor,
      atOnce: true,
    })
    return presentFiring(firing)
  })
}
