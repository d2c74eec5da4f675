import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Preferences } from './preference-schemas.ts'
import type { Recipient } from './route-notification.ts'

export interface PreferencesRow {
  switched_off: Recipient['switchedOff']
  quiet_hours: Preferences['quiet_hours']
  digest: Preferences['digest']
  timezone: string | null
  workspace_timezone: string
}

/** Without stored preferences, nothing is turned off. `lock` serialises changes. */
export async function preferencesOf(
  sql: Sql,
  workspaceId: number,
  userId: number,
  lock?: 'lock',
): Promise<PreferencesRow> {
  if (lock) {
    await sql`select from memberships where workspace_id = ${workspaceId} and user_id = ${userId}
      for update`
  }
  const [row] = await sql<PreferencesRow>`
    select coalesce(p.switched_off, '{}') as switched_off, p.quiet_hours, p.digest, p.timezone,
      coalesce(w.settings ->> 'timezone', 'UTC') as workspace_timezone
    from workspaces w
      left join notification_preferences p on p.workspace_id = w.id and p.user_id = ${userId}
    where w.id = ${workspaceId}`
  return row as PreferencesRow
}

export async function savePreferences(
  tx: Tx,
  workspaceId: number,
  userId: number,
  { switched_off, quiet_hours, digest, timezone }: PreferencesRow,
  now: Date,
): Promise<void> {
  const orNull = (value: object | null) => (value === null ? null : tx.json(value))
  await tx`
    insert into notification_preferences
      (workspace_id, user_id, switched_off, quiet_hours, digest, timezone, updated_at)
    values (${workspaceId}, ${userId}, ${tx.json(switched_off)}, ${orNull(quiet_hours)},
      ${orNull(digest)}, ${timezone}, ${now})
    on conflict (workspace_id, user_id) do update set switched_off = excluded.switched_off,
      quiet_hours = excluded.quiet_hours, digest = excluded.digest, timezone = excluded.timezone,
      updated_at = excluded.updated_at`
}
