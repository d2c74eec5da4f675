import { computeOffset } from '../../http/pagination.ts'
import type { Actor } from '../../http/permissions.ts'
import { anywhere } from '../../lib/like-pattern.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { jsonTime } from '../../platform/postgres/json-time.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Category, Channel } from './categories.ts'
import type { Mark, Notification, NotificationListQuery, Preferences } from './schemas.ts'

export interface NotificationRow extends Omit<Notification, 'url' | 'cta_label' | '_extra'> {
  workspace_id: number
  user_id: number
  cta_label: string | null
  extra: object
  /** The notification whose question it repeats, for reminders and further people. */
  question_of: string | null
}

const columns = (sql: Sql) => sql.part`n.id, n.workspace_id, n.user_id, n.category, n.title,
  n.message, n.body, n.link, n.cta_label, n.thread_id, n.extra, n.sender, n.question_of, n.seen_at, n.read_at,
  n.archived_at, n.snoozed_until, n.created_at,
  case when q.id is not null then json_build_object('id', q.id, 'kind', q.kind,
    'options', q.options, 'fields', q.details -> 'fields', 'status', q.status, 'expires_at', ${jsonTime(sql, sql.part`q.expires_at`)},
    'answer', q.answer, 'answered_by', q.answered_by,
    'ended_at', ${jsonTime(sql, sql.part`q.ended_at`)}) end as question`

const withQuestion = (sql: Sql) =>
  sql.part`notifications n left join questions q
    on q.notification_id = coalesce(n.question_of, n.id)`

type Member = Pick<Actor, 'workspaceId' | 'userId'>

export async function findNotifications(
  sql: Sql,
  { workspaceId, userId }: Member,
  query: NotificationListQuery,
  now: Date,
) {
  const { unread, seen, archived = false, snoozed = false, category, thread_id } = query
  const pattern = query.search && anywhere(query.search)
  const wanted = sql.part`n.workspace_id = ${workspaceId} and n.user_id = ${userId} and n.in_app
    and (n.archived_at is not null) = ${archived}
    and coalesce(n.snoozed_until > ${now}, false) = ${snoozed}
    ${unread === undefined ? sql.part`` : sql.part`and (n.read_at is null) = ${unread}`}
    ${seen === undefined ? sql.part`` : sql.part`and (n.seen_at is not null) = ${seen}`}
    ${category ? sql.part`and n.category = ${category}` : sql.part``}
    ${pattern ? sql.part`and (n.title || ' ' || n.message) ilike ${pattern}` : sql.part``}
    ${thread_id ? sql.part`and n.thread_id = ${thread_id}` : sql.part``}`
  const [[total], results] = await Promise.all([
    sql<{ count: number }>`select count(*) from notifications n where ${wanted}`,
    sql<NotificationRow>`
      select ${columns(sql)} from ${withQuestion(sql)} where ${wanted}
      order by n.created_at desc, n.id desc limit ${query.page_size} offset ${computeOffset(query)}`,
  ])
  return { count: total?.count ?? 0, results }
}

export async function findNotification(sql: Sql, workspaceId: number, id: string) {
  const [row] = await sql<NotificationRow & { in_app: boolean }>`
    select ${columns(sql)}, n.in_app from ${withQuestion(sql)}
    where n.workspace_id = ${workspaceId} and n.id = ${id}`
  return row
}

export async function countByCategory(sql: Sql, { workspaceId, userId }: Member, now: Date) {
  const rows = await sql<{ category: Category; unread: number; unseen: number }>`
    select category, count(*) as unread, count(*) filter (where seen_at is null) as unseen
    from notifications
    where workspace_id = ${workspaceId} and user_id = ${userId} and in_app
      and read_at is null and archived_at is null
      and coalesce(snoozed_until <= ${now}, true)
    group by category`
  return rows
}

export interface Selection {
  ids?: string[] | undefined
  category?: string | undefined
  threadId?: string | undefined
  before?: Date | undefined
}

/** Marks the matching rows and returns the ids of the rows that changed. */
export async function markSelected(
  tx: Tx,
  { workspaceId, userId }: Member,
  { ids, category, threadId, before }: Selection,
  mark: { action: Mark; now: Date; until: Date | null },
): Promise<string[]> {
  const { change, where } = chooseStatement(tx, mark)
  const rows = await tx<{ id: string }>`
    update notifications set ${change}
    where workspace_id = ${workspaceId} and user_id = ${userId} and in_app and ${where}
      ${ids ? tx.part`and id = any(${ids}::uuid[])` : tx.part``}
      ${category ? tx.part`and category = ${category}` : tx.part``}
      ${threadId ? tx.part`and thread_id = ${threadId}` : tx.part``}
      ${before ? tx.part`and created_at < ${before}` : tx.part``}
    returning id`
  return rows.map(({ id }) => id)
}

function chooseStatement(
  tx: Tx,
  { action, now, until }: { action: Mark; now: Date; until: Date | null },
) {
  const statements = {
    seen: { change: tx.part`seen_at = ${now}`, where: tx.part`seen_at is null` },
    read: {
      change: tx.part`read_at = ${now}, seen_at = coalesce(seen_at, ${now})`,
      where: tx.part`read_at is null`,
    },
    unread: { change: tx.part`read_at = null`, where: tx.part`read_at is not null` },
    archive: { change: tx.part`archived_at = ${now}`, where: tx.part`archived_at is null` },
    unarchive: { change: tx.part`archived_at = null`, where: tx.part`archived_at is not null` },
    snooze: {
      change: tx.part`snoozed_until = ${until}`,
      where: tx.part`snoozed_until is distinct from ${until}`,
    },
    unsnooze: { change: tx.part`snoozed_until = null`, where: tx.part`snoozed_until is not null` },
  } satisfies Record<Mark, unknown>
  return statements[action]
}

export interface Person {
  name: string
  email: string
  timezone: string
  switched_off: SwitchedOff
}

/** Undefined if the user left the workspace. */
export async function findPerson(sql: Sql, workspaceId: number, userId: number) {
  const [row] = await sql<Person>`
    select trim(u.first_name || ' ' || u.last_name) as name, u.email,
      coalesce(p.timezone, w.settings ->> 'timezone', 'UTC') as timezone,
      coalesce(p.switched_off, '{}') as switched_off
    from memberships m
      join users u on u.id = m.user_id
      join workspaces w on w.id = m.workspace_id
      left join notification_preferences p on p.workspace_id = m.workspace_id and p.user_id = m.user_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and u.is_active`
  return row
}

/** Deletes old read or archived notifications, with their deliveries, questions and emails. */
export async function removeOldNotifications(system: Sql, before: Date): Promise<void> {
  await system`delete from notifications
    where created_at < ${before} and (not in_app or read_at is not null or archived_at is not null)`
}

/** Marks a notification and its copies as read, no matter for whom. The index is on the thread. */
export async function markRead(
  tx: Tx,
  workspaceId: number,
  { id, threadId }: { id: string; threadId: string },
  now: Date,
): Promise<void> {
  await tx`
    update notifications set read_at = coalesce(read_at, ${now}), seen_at = coalesce(seen_at, ${now})
    where workspace_id = ${workspaceId} and thread_id = ${threadId}
      and (id = ${id} or question_of = ${id})`
}

export type SwitchedOff = Partial<Record<Category, Channel[]>>

export interface PreferencesRow {
  switched_off: SwitchedOff
  quiet_hours: Preferences['quiet_hours']
  digest: Preferences['digest']
  timezone: string | null
  workspace_timezone: string
}

/** Without stored preferences, nothing is turned off. `lock` serialises changes. */
export async function findPreferences(sql: Sql, { workspaceId, userId }: Member, lock?: 'lock') {
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
  { workspaceId, userId }: Member,
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
