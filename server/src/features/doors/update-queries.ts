import type { Sql } from '../../platform/postgres/sql.ts'

export interface Update {
  /** The connection, or "mail". */
  scope: string
  updateId: string
}

/** A process that has not finished after this time died. */
const takenSeconds = 60

/** False if the update was handled before, or another process is handling it. */
export async function takeUpdate(
  system: Sql,
  { scope, updateId }: Update,
  now: Date,
): Promise<boolean> {
  const died = new Date(now.getTime() - takenSeconds * 1000)
  const rows = await system`insert into door_updates (scope, update_id, seen_at)
    values (${scope}, ${updateId}, ${now})
    on conflict (scope, update_id) do update set seen_at = excluded.seen_at
      where door_updates.handled_at is null and door_updates.seen_at < ${died}
    returning scope`
  return rows.length > 0
}

export async function markHandled(system: Sql, { scope, updateId }: Update, now: Date) {
  await system`update door_updates set handled_at = ${now}
    where scope = ${scope} and update_id = ${updateId}`
}

export async function forgetUpdate(system: Sql, { scope, updateId }: Update): Promise<void> {
  await system`delete from door_updates
    where scope = ${scope} and update_id = ${updateId} and handled_at is null`
}

export async function removeOldUpdates(system: Sql, before: Date): Promise<void> {
  await system`delete from door_updates where seen_at < ${before}`
}
