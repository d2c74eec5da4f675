import { offsetOf } from '../../http/pagination.ts'
import { anywhere } from '../../lib/like-pattern.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { jsonTime } from '../../platform/postgres/json-time.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Category } from './categories.ts'
import type { Recipient } from './route-notification.ts'
import type { Mark, Notification, NotificationListQuery } from './schemas.ts'

export interface Sender {
  id: number
  name: string
  kind: string
}

export interface NotificationRow {
  id: string
  workspace_id: number
  user_id: number
  category: Category
  title: string
  message: string
  body: string | null
  link: string | null
  cta_label: string | null
  thread_id: string | null
  extra: object
  sender: Sender
  /** The notification whose question it repeats, for reminders and further people. */
  question_of: string | null
  seen_at: Date | null
  read_at: Date | null
  archived_at: Date | null
  snoozed_until: Date | null
  created_at: Date
  question: Notification['question']
}

export interface RecipientRow extends Omit<Recipient, 'switchedOff' | 'quietHours'> {
  email: string
  name: string
  switched_off: Recipient['switchedOff'] | null
  quiet_hours: Recipient['quietHours']
  workspace_name: string
  subscriptions: { id: string; label: string }[]
  recently: number
  gathering_until: Record<string, string> | null
}

export interface WantedRecipient {
  userId: number
  category: Category
  threadId: string | null
}

/** Members with everything that decides the channels of a notification, in one query. */
export async function recipientsOf(
  sql: Sql,
  workspaceId: number,
  wanted: readonly WantedRecipient[],
  now: Date,
): Promise<(RecipientRow | undefined)[]> {
  const nameOf = (one: WantedRecipient) => `${one.userId} ${one.category} ${one.threadId}`
  const distinct = new Map(wanted.map((one) => [nameOf(one), one]))
  const list = [...distinct].map(([name, one]) => ({ name, ...one }))
  const rows = await sql<RecipientRow & { wanted: string }>`
    select r.name as wanted, u.email, u.email_verified_at is not null as "isEmailVerified",
      trim(u.first_name || ' ' || u.last_name) as name, w.name as workspace_name,
      p.switched_off, p.quiet_hours, p.digest,
      coalesce(p.timezone, w.settings ->> 'timezone', 'UTC') as timezone,
      exists (select from thread_mutes t where t.workspace_id = w.id and t.user_id = u.id
        and t.thread_id = r."threadId") as "threadMuted",
      coalesce((select json_agg(json_build_object('id', s.id, 'label', s.label))
        from push_subscriptions s where s.workspace_id = w.id and s.user_id = u.id), '[]')
        as subscriptions,
      case when p.digest is null then 0 else (
        select count(*) from notifications n
        where n.workspace_id = w.id and n.user_id = u.id and n.category = r.category
          and n.created_at > ${now}::timestamptz - make_interval(mins => (p.digest ->> 'minutes')::int)
      ) end as recently,
      case when p.digest is null then null else (
        select json_object_agg(channel, deliver_after) from (
          select d.channel, max(d.deliver_after) as deliver_after from deliveries d
          where d.workspace_id = w.id and d.user_id = u.id and d.category = r.category
            and d.digest and d.status = 'queued' and d.deliver_after > ${now}
          group by d.channel) as gathering
      ) end as gathering_until
    from jsonb_to_recordset(${sql.json(list)})
        as r (name text, "userId" integer, category text, "threadId" text)
      join memberships m on m.workspace_id = ${workspaceId} and m.user_id = r."userId"
      join users u on u.id = m.user_id and u.is_active
      join workspaces w on w.id = m.workspace_id
      left join notification_preferences p on p.workspace_id = m.workspace_id and p.user_id = m.user_id`
  const found = new Map(rows.map((row) => [row.wanted, row]))
  return wanted.map((one) => found.get(nameOf(one)))
}

export async function insertNotifications(
  tx: Tx,
  rows: (NotificationRow & { in_app: boolean })[],
): Promise<void> {
  // `extra` travels as text, because it is stored exactly as it was sent.
  const sent = rows.map(({ question: _, extra, ...row }) => ({
    ...row,
    extra: JSON.stringify(extra),
  }))
  await tx`
    insert into notifications (id, workspace_id, user_id, category, title, message, body, link,
      cta_label, thread_id, extra, sender, question_of, in_app, seen_at, created_at)
    select id, workspace_id, user_id, category, title, message, body, link, cta_label, thread_id,
      extra::json, sender, question_of, in_app, seen_at, created_at
    from jsonb_to_recordset(${tx.json(sent)}) as n (id uuid, workspace_id integer, user_id integer,
      category text, title text, message text, body text, link text, cta_label text, thread_id text,
      extra text, sender jsonb, question_of uuid, in_app boolean, seen_at timestamptz, created_at timestamptz)`
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

export async function notificationsOf(
  sql: Sql,
  workspaceId: number,
  userId: number,
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
      order by n.created_at desc, n.id desc limit ${query.page_size} offset ${offsetOf(query)}`,
  ])
  return { count: total?.count ?? 0, results }
}

export async function notificationById(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<(NotificationRow & { in_app: boolean }) | undefined> {
  const [row] = await sql<NotificationRow & { in_app: boolean }>`
    select ${columns(sql)}, n.in_app from ${withQuestion(sql)}
    where n.workspace_id = ${workspaceId} and n.id = ${id}`
  return row
}

export async function countsOf(sql: Sql, workspaceId: number, userId: number, now: Date) {
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
  workspaceId: number,
  userId: number,
  { ids, category, threadId, before }: Selection,
  mark: { action: Mark; now: Date; until: Date | null },
): Promise<string[]> {
  const { change, where } = statementOf(tx, mark)
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

function statementOf(
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

export async function workspaceName(sql: Sql, workspaceId: number): Promise<string> {
  const [row] = await sql<{ name: string }>`select name from workspaces where id = ${workspaceId}`
  return row?.name ?? ''
}

export interface Person {
  name: string
  email: string
  timezone: string
}

/** Undefined if the user left the workspace. */
export async function personOf(
  sql: Sql,
  workspaceId: number,
  userId: number,
): Promise<Person | undefined> {
  const [row] = await sql<Person>`
    select trim(u.first_name || ' ' || u.last_name) as name, u.email,
      coalesce(p.timezone, w.settings ->> 'timezone', 'UTC') as timezone
    from memberships m
      join users u on u.id = m.user_id
      join workspaces w on w.id = m.workspace_id
      left join notification_preferences p on p.workspace_id = m.workspace_id and p.user_id = m.user_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and u.is_active`
  return row
}

/** Marks a notification as read, no matter who completed its request. */
export async function markRead(tx: Tx, workspaceId: number, id: string, now: Date): Promise<void> {
  await tx`
    update notifications set read_at = coalesce(read_at, ${now}), seen_at = coalesce(seen_at, ${now})
    where workspace_id = ${workspaceId} and id = ${id}`
}

/** The same for reminders and the notifications of further people. The index is on the thread. */
export async function markCopiesRead(
  tx: Tx,
  workspaceId: number,
  { notification_id, thread_id }: { notification_id: string; thread_id: string },
  now: Date,
): Promise<void> {
  await tx`
    update notifications set read_at = coalesce(read_at, ${now}), seen_at = coalesce(seen_at, ${now})
    where workspace_id = ${workspaceId} and thread_id = ${thread_id}
      and question_of = ${notification_id}`
}
