import { readPage } from '../../../http/pagination.ts'
import type { Actor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { Entry, Thread, ThreadListQuery } from './schemas.ts'

/** Users see the threads they belong to; administrators see all. */
export interface Reader {
  userId: number
  isAdministrator: boolean
}

/** Progress goes to open windows only, so threads don't show it. */
const isKept = (sql: Sql) => sql.part`n.category <> 'agentProgress'`

/** Notifications `n` in the reader's threads that the reader sent or received. */
function visible(sql: Sql, { userId, isAdministrator }: Reader) {
  if (isAdministrator) return sql.part``
  return sql.part`and (n.user_id = ${userId} or (n.sender ->> 'id')::int = ${userId})
    and exists (select from thread_members tm where tm.workspace_id = n.workspace_id
      and tm.thread_id = n.thread_id and tm.user_id = ${userId})`
}

const joining = 4_600_021

/** Only one sender at a time starts a thread or sends to it; others wait here. */
export async function lockThread(tx: Tx, workspaceId: number, threadId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(${joining}, hashtext(${`${workspaceId} ${threadId}`}))`
}

/** Whether a thread with this name exists or existed, and its members. */
export async function findThreadMembers(sql: Sql, workspaceId: number, threadId: string) {
  const of = sql.part`workspace_id = ${workspaceId} and thread_id = ${threadId}`
  const [row] = await sql<{ exists: boolean; members: number[] }>`
    select array(select user_id from thread_members where ${of}) as members,
      exists (select from thread_members where ${of}) or exists (select from notifications where ${of})
        or exists (select from thread_messages where ${of}) as "exists"`
  return row as { exists: boolean; members: number[] }
}

/** The first of these names that is a thread the user belongs to. */
export async function findOwnThread(
  sql: Sql,
  workspaceId: number,
  userId: number,
  names: readonly string[],
): Promise<string | undefined> {
  const [found] = await sql<{ thread_id: string }>`
    select thread_id from thread_members
    where workspace_id = ${workspaceId} and user_id = ${userId} and thread_id = any(${names}::text[])
    order by array_position(${names}::text[], thread_id) limit 1`
  return found?.thread_id
}

/** The service itself belongs to no thread. */
export async function insertMembers(
  tx: Tx,
  workspaceId: number,
  threadId: string,
  userIds: readonly number[],
  at: Date,
): Promise<void> {
  await tx`
    insert into thread_members (workspace_id, thread_id, user_id, created_at)
    select workspace_id, ${threadId}, user_id, ${at} from memberships
    where workspace_id = ${workspaceId} and user_id = any(${userIds}::integer[])
    on conflict do nothing`
}

/** A thread is derived from its notifications; it has no row of its own to keep in sync. */
function threads(
  sql: Sql,
  workspaceId: number,
  reader: Reader,
  { id, muted }: { id?: string; muted?: boolean | undefined },
) {
  const mutes = sql.part`select from thread_mutes t where t.workspace_id = ${workspaceId}
    and t.user_id = ${reader.userId} and t.thread_id = n.thread_id`
  return sql.part`
    select n.thread_id as id,
      coalesce((array_agg(n.title order by n.created_at) filter (where ${isKept(sql)}))[1],
        n.thread_id) as title,
      count(*) filter (where ${isKept(sql)}) as notifications,
      count(*) filter (where n.user_id = ${reader.userId} and n.in_app and n.read_at is null
        and n.archived_at is null) as unread,
      count(distinct q.id) filter (where q.status = 'open') as open_questions,
      exists (${mutes}) as muted,
      min(n.created_at) as created_at,
      greatest(max(n.created_at), max(q.ended_at), (
        select max(m.created_at) from thread_messages m
        where m.workspace_id = ${workspaceId} and m.thread_id = n.thread_id)) as last_at
    from notifications n left join questions q on q.notification_id = coalesce(n.question_of, n.id)
    where n.workspace_id = ${workspaceId} and n.thread_id is not null ${visible(sql, reader)}
      ${id === undefined ? sql.part`` : sql.part`and n.thread_id = ${id}`}
      ${muted === undefined ? sql.part`` : sql.part`and exists (${mutes}) = ${muted}`}
    group by n.thread_id
      ${id === undefined ? sql.part`having count(*) filter (where ${isKept(sql)}) > 0` : sql.part``}`
}

export async function findThreads(
  sql: Sql,
  workspaceId: number,
  reader: Reader,
  { muted, ...page }: ThreadListQuery,
) {
  const wanted = threads(sql, workspaceId, reader, muted === undefined ? {} : { muted })
  return readPage<Thread>(sql, page, {
    columns: sql.part`*`,
    from: sql.part`from (${wanted}) as found`,
    order: sql.part`last_at desc, id`,
  })
}

export async function findThread(sql: Sql, workspaceId: number, reader: Reader, threadId: string) {
  const [thread] = await sql<Thread>`${threads(sql, workspaceId, reader, { id: threadId })}`
  return thread
}

const maxEntries = 500

/** The author of a default answer. */
const nobody = { id: 0, name: 'Default answer', kind: 'system' }

/** Reminders and copies for further people are left out where the question itself is visible. */
function isNoCopy(sql: Sql, { userId, isAdministrator }: Reader) {
  if (isAdministrator) return sql.part`and n.question_of is null`
  return sql.part`and (n.question_of is null or not exists (select from notifications o
    where o.workspace_id = n.workspace_id and o.id = n.question_of
      and (o.user_id = ${userId} or (o.sender ->> 'id')::int = ${userId})))`
}

/** The content of a thread in order: notifications, answers and messages. */
export async function findEntries(sql: Sql, workspaceId: number, reader: Reader, threadId: string) {
  const entries = await sql<Entry>`
    select n.id, 'notification' as kind, n.sender as author, n.title,
      coalesce(n.body, n.message) as text, n.category, q.id as question_id, n.created_at as at
    from notifications n left join questions q on q.notification_id = coalesce(n.question_of, n.id)
    where n.workspace_id = ${workspaceId} and n.thread_id = ${threadId} and ${isKept(sql)}
      ${visible(sql, reader)} ${isNoCopy(sql, reader)}
    union all
    select q.id, 'answer', coalesce(q.answered_by, ${sql.json(nobody)}::jsonb), null,
      coalesce(q.answer ->> 'value', '') || coalesce(E'\n\n' || (q.answer ->> 'comment'), ''),
      null, q.id, q.ended_at
    from questions q join notifications n on n.id = q.notification_id
    where q.workspace_id = ${workspaceId} and q.thread_id = ${threadId} and q.status = 'answered'
      ${visible(sql, reader)}
    union all
    select m.id, 'message', m.author, null, m.text, null, null, m.created_at
    from thread_messages m
    where m.workspace_id = ${workspaceId} and m.thread_id = ${threadId}
    order by at desc, id limit ${maxEntries}`
  return entries.reverse()
}

export async function insertMessage(
  tx: Tx,
  workspaceId: number,
  threadId: string,
  { id, author, text, at }: Pick<Entry, 'id' | 'author' | 'text' | 'at'>,
): Promise<void> {
  await tx`
    insert into thread_messages (id, workspace_id, thread_id, author, text, created_at)
    values (${id}, ${workspaceId}, ${threadId}, ${tx.json(author)}, ${text}, ${at})`
}

export async function saveMute(
  tx: Tx,
  { workspaceId, userId }: Pick<Actor, 'workspaceId' | 'userId'>,
  thread: { id: string; muted: boolean },
  now: Date,
): Promise<void> {
  if (thread.muted) {
    await tx`
      insert into thread_mutes (workspace_id, user_id, thread_id, created_at)
      values (${workspaceId}, ${userId}, ${thread.id}, ${now}) on conflict do nothing`
  } else {
    await tx`delete from thread_mutes
      where workspace_id = ${workspaceId} and user_id = ${userId} and thread_id = ${thread.id}`
  }
}
