import { offsetOf } from '../../../http/pagination.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { jsonTime } from '../../../platform/postgres/json-time.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { CheckedQuestion, QuestionDetails } from './ask-question.ts'
import type { NamedActor } from './describe-actor.ts'
import { type PersonRow, withFirst } from './people.ts'
import { isConsent } from './proof.ts'
import { countVotes } from './quorum.ts'
import type {
  Answerer,
  AnswerGiven,
  Authentication,
  Question,
  QuestionEnd,
  QuestionListQuery,
} from './schemas.ts'

export interface QuestionRow extends Question {
  workspace_id: number
  webhook_url: string | null
  /** The sender: the user that the agent works for. */
  sender_id: number
  sender_name: string
  authenticated_by: string | null
  nudges_done: number
  details: QuestionDetails
  /** The agent that asked; null for a person, and for questions from before this was kept. */
  asking_agent: string | null
}

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

type StoredRow = Omit<QuestionRow, 'people'> & {
  people: PersonRow[]
  asked_name: string | null
  approval_proof: string | null
}

const columns = (sql: Sql) => sql.part`q.id, q.workspace_id, q.notification_id, q.thread_id,
  q.user_id, q.kind, q.options, q.answerable_by, q.status, q.answer, q.answered_by, q.answered_via,
  q.webhook_url, q.expires_at, q.created_at, q.ended_at, q.details, q.authenticated_by,
  q.authentication, q.asked_by, q.asking_agent, q.nudges_done, q.asked_call, n.title, n.message, (n.sender ->> 'id')::int as sender_id,
  n.sender ->> 'name' as sender_name,
  (select w.settings ->> 'approval_proof' from workspaces w where w.id = q.workspace_id) as approval_proof,
  (select trim(u.first_name || ' ' || u.last_name) from users u where u.id = q.user_id) as asked_name,
  array(select json_build_object('user_id', p.user_id,
      'name', trim(u.first_name || ' ' || u.last_name), 'reason', p.reason,
      'delegated_by', p.delegated_by, 'delegated_to', p.delegated_to, 'answer', p.answer,
      'answered_via', p.answered_via, 'authenticated_by', p.authenticated_by,
      'authentication', p.authentication,
      'answered_at', ${jsonTime(sql, sql.part`p.answered_at`)})
    from question_people p join users u on u.id = p.user_id
    where p.workspace_id = q.workspace_id and p.question_id = q.id
    order by p.added_at, p.user_id) as people`

/** Fields of `details` in their places, and everyone who was asked. */
function whole({ asked_name, approval_proof, people, ...row }: StoredRow): QuestionRow {
  const { details, kind } = row
  const needsSession = isConsent(kind) && approval_proof === 'session'
  const quorum = details.quorum ?? null
  const everyone = withFirst(row, asked_name ?? '', people)
  const { approved, rejected } = countVotes(everyone)
  return {
    ...row,
    fields: details.fields ?? null,
    draft: details.draft ?? null,
    default_answer: details.default_answer ?? null,
    remind_after_seconds: details.remind_after_seconds ?? [],
    escalate: details.escalate ?? [],
    quorum: quorum && { ...quorum, approved, rejected },
    subject: details.subject ?? null,
    proof: needsSession ? 'session' : (details.proof ?? 'any'),
    people: everyone,
  }
}

const withNotification = (sql: Sql) =>
  sql.part`questions q join notifications n on n.id = q.notification_id`

export async function questionById(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<QuestionRow | undefined> {
  const [row] = await sql<StoredRow>`
    select ${columns(sql)} from ${withNotification(sql)}
    where q.workspace_id = ${workspaceId} and q.id = ${id}`
  return row && whole(row)
}

/** For replies from outside, which name only the question. */
export async function questionAnywhere(system: Sql, id: string): Promise<QuestionRow | undefined> {
  const [row] = await system<StoredRow>`
    select ${columns(system)} from ${withNotification(system)} where q.id = ${id}`
  return row && whole(row)
}

/**
 * A concurrent second answer waits for the first, then sees that the question is answered. It is read
 * after it is locked: a statement that waits for a lock sees other tables as they were before.
 */
export async function lockQuestion(
  tx: Tx,
  workspaceId: number,
  id: string,
): Promise<QuestionRow | undefined> {
  await tx`select from questions where workspace_id = ${workspaceId} and id = ${id} for update`
  return questionById(tx, workspaceId, id)
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
export async function endQuestion(
  tx: Tx,
  { id, workspace_id, thread_id }: QuestionRow,
  end: End,
): Promise<void> {
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
export async function visibleQuestion(
  sql: Sql,
  workspaceId: number,
  reader: Reader,
  id: string,
): Promise<QuestionRow | undefined> {
  const [row] = await sql<StoredRow>`
    select ${columns(sql)} from ${withNotification(sql)}
    where q.workspace_id = ${workspaceId} and q.id = ${id} ${visible(sql, reader)}`
  return row && whole(row)
}

export async function questionsIn(
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
      order by q.created_at desc, q.id limit ${query.page_size} offset ${offsetOf(query)}`,
  ])
  return { count: total?.count ?? 0, results: results.map(whole) }
}

export async function endingsIn(
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

export async function countOpen(
  sql: Sql,
  workspaceId: number,
  threadId: string,
  reader: Reader,
): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) from ${withNotification(sql)}
    where q.workspace_id = ${workspaceId} and q.thread_id = ${threadId} and q.status = 'open'
      ${visible(sql, reader)}`
  return row?.count ?? 0
}
