import { computeOffset } from '../../http/pagination.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'
import type { CheckedQuestion } from './ask/check-question.ts'
import type { NamedActor } from './describe-actor.ts'
import {
  columns,
  complete,
  type StoredRow,
  type WholeQuestion,
  withNotification,
} from './find-question.ts'
import type {
  Answerer,
  AnswerGiven,
  Authentication,
  QuestionEnd,
  QuestionListQuery,
} from './schemas.ts'

export async function insertQuestion(
  tx: Tx,
  workspaceId: number,
  row: CheckedQuestion & {
    id: string
    notification_id: string
    thread_id: string
    user_id: number
    created_at: Date
    nudge_at: Date | null
    asked_by: NamedActor
    asking_agent: string | null
  },
): Promise<void> {
  await tx`
    insert into questions (id, workspace_id, notification_id, thread_id, user_id, kind, options,
      answerable_by, status, webhook_url, expires_at, created_at, details, nudge_at,
      asked_by, asking_agent)
    values (${row.id}, ${workspaceId}, ${row.notification_id}, ${row.thread_id}, ${row.user_id},
      ${row.kind}, ${tx.json(row.options)}, ${row.answerable_by}, 'open', ${row.webhook_url},
      ${row.expires_at}, ${row.created_at}, ${JSON.stringify(row.details)}::text::json, ${row.nudge_at},
      ${tx.json(row.asked_by)}, ${row.asking_agent})`
}

export async function saveAskingCall(
  sql: Sql,
  workspaceId: number,
  { id, callId }: { id: string; callId: string },
): Promise<void> {
  await sql`
    update questions set asked_call = ${callId.slice(0, 200)}
    where workspace_id = ${workspaceId} and id = ${id}`
}

export interface End {
  status: 'answered' | 'expired' | 'cancelled'
  answer: AnswerGiven | null
  answered_by: Answerer | null
  answered_via: string | null
  /** How the person proved who they are. Null if nobody answered. */
  authenticated_by: string | null
  authentication: Authentication | null
  ended_at: Date
}

const threadLock = 4_600_009

/**
 * Stores how a question ended. Within a thread, questions end one after another, so that a reader
 * who has seen one has seen all that ended before it.
 */
export async function saveEnd(tx: Tx, { id, workspace_id, thread_id }: WholeQuestion, end: End) {
  await tx`select pg_advisory_xact_lock(${threadLock}, hashtext(${`${workspace_id} ${thread_id}`}))`
  await tx`
    update questions set status = ${end.status},
      answer = ${end.answer && tx.json(end.answer)},
      answered_by = ${end.answered_by && tx.json(end.answered_by)},
      answered_via = ${end.answered_via}, authenticated_by = ${end.authenticated_by},
      authentication = ${end.authentication && tx.json(end.authentication)}, ended_at = ${end.ended_at},
      ended_seq = nextval('questions_ended_seq')
    where workspace_id = ${workspace_id} and id = ${id}`
}

export interface Reader {
  userId: number
  isAdministrator: boolean
  isGuest: boolean
}

/**
 * A user sees questions to them, from them or their agents, and those that anyone may answer.
 * Administrators see all. A guest is not "anyone": they see only those in their own threads.
 */
function visible(sql: Sql, { userId, isAdministrator, isGuest }: Reader) {
  if (isAdministrator) return sql.part``
  return sql.part`and (q.user_id = ${userId} or (n.sender ->> 'id')::int = ${userId}
    or exists (select from question_people p where p.workspace_id = q.workspace_id
      and p.question_id = q.id and p.user_id = ${userId})
    or (q.answerable_by = 'anyone' and (not ${isGuest}::boolean or exists (
      select from thread_members tm where tm.workspace_id = q.workspace_id
        and tm.thread_id = q.thread_id and tm.user_id = ${userId}))))`
}

/** A question that the reader may see. */
export async function findVisibleQuestion(
  sql: Sql,
  workspaceId: number,
  reader: Reader,
  id: string,
): Promise<WholeQuestion | undefined> {
  const [row] = await sql<StoredRow>`
    select ${columns(sql)} from ${withNotification(sql)}
    where q.workspace_id = ${workspaceId} and q.id = ${id} ${visible(sql, reader)}`
  return row && complete(row)
}

export async function findQuestions(
  sql: Sql,
  workspaceId: number,
  reader: Reader,
  query: QuestionListQuery,
) {
  const { status, thread_id } = query
  const wanted = sql.part`from ${withNotification(sql)}
    where q.workspace_id = ${workspaceId} ${visible(sql, reader)}
    ${status ? sql.part`and q.status = ${status}` : sql.part``}
    ${thread_id ? sql.part`and q.thread_id = ${thread_id}` : sql.part``}`
  const [[total], results] = await Promise.all([
    sql<{ count: number }>`select count(*) ${wanted}`,
    sql<StoredRow>`select ${columns(sql)} ${wanted}
      order by q.created_at desc, q.id limit ${query.page_size} offset ${computeOffset(query)}`,
  ])
  return { count: total?.count ?? 0, results: results.map(complete) }
}

export async function findEndings(
  sql: Sql,
  workspaceId: number,
  threadId: string,
  reader: Reader,
  after: number,
): Promise<QuestionEnd[]> {
  return sql<QuestionEnd>`
    select q.ended_seq as seq, q.id as question_id, q.notification_id, q.thread_id, q.kind,
      q.status, q.answer, q.answered_by, q.answered_via, q.authentication, q.ended_at
    from ${withNotification(sql)}
    where q.workspace_id = ${workspaceId} and q.thread_id = ${threadId}
      and q.ended_seq > ${after} ${visible(sql, reader)}
    order by q.ended_seq limit 200`
}

export async function countOpen(sql: Sql, workspaceId: number, threadId: string, reader: Reader) {
  const [row] = await sql<{ count: number }>`
    select count(*) from ${withNotification(sql)}
    where q.workspace_id = ${workspaceId} and q.thread_id = ${threadId} and q.status = 'open'
      ${visible(sql, reader)}`
  return row?.count ?? 0
}

export async function saveNudges(
  tx: Tx,
  workspaceId: number,
  questionId: string,
  { done, nextAt }: { done: number; nextAt: Date | null },
): Promise<void> {
  await tx`update questions set nudges_done = ${done}, nudge_at = ${nextAt}
    where workspace_id = ${workspaceId} and id = ${questionId}`
}

export async function findOverdue(
  sql: Sql,
  now: Date,
): Promise<{ id: string; workspace_id: number }[]> {
  return sql<{ id: string; workspace_id: number }>`
    select id, workspace_id from questions
    where status = 'open' and expires_at is not null and expires_at <= ${now}
    order by expires_at limit 200`
}

export function selectNextExpiry(sql: Sql, after: Part): Part {
  return sql.part`select min(expires_at) from questions
    where status = 'open' and expires_at > ${after}`
}

export async function findDueNudges(
  sql: Sql,
  now: Date,
): Promise<{ id: string; workspace_id: number }[]> {
  return sql<{ id: string; workspace_id: number }>`
    select id, workspace_id from questions
    where status = 'open' and nudge_at is not null and nudge_at <= ${now}
      and (expires_at is null or expires_at > ${now})
    order by nudge_at limit 200`
}

export function selectNextNudge(sql: Sql, after: Part): Part {
  return sql.part`select min(nudge_at) from questions
    where status = 'open' and nudge_at > ${after}`
}
