import type { FiringRow } from './firing-queries.ts'
import type { Firing, Trigger } from './schemas.ts'
import type { TriggerRow } from './trigger-queries.ts'

/** Without the token, the secret, and their hashes. */
export function presentTrigger(row: TriggerRow): Trigger {
  const { id, workflow_id, kind, title, is_active, overlap, dedupe_key, settings } = row
  const { userId, name, kind: actorKind } = row.actor
  const { created_by, created_at, updated_at, next_fire_at, last_fired_at, last_outcome } = row
  return {
    ...{ id, workflow_id, kind, title, is_active, overlap, dedupe_key },
    input: row.input,
    ...(settings as object),
    created_by,
    runs_as: { id: userId, name, kind: actorKind },
    ...{ created_at, updated_at, next_fire_at, last_fired_at, last_outcome },
  }
}

export function presentFiring(row: FiringRow): Firing {
  const { id, fired_at, scheduled_for, outcome, reason, run_id, event_id } = row
  return { id, fired_at, scheduled_for, outcome, reason, run_id, event_id }
}
