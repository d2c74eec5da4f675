import type { Tx } from '../../platform/postgres/db.ts'
import { jsonTime } from '../../platform/postgres/json-time.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { QuestionDetails } from './ask/check-question.ts'
import { countVotes, listPeople, type PersonRow } from './people.ts'
import { isConsent } from './question-body.ts'
import type { Question } from './schemas.ts'

/** A question with everything that doors and receipts show of it. */
export interface WholeQuestion extends Question {
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

export type StoredRow = Omit<WholeQuestion, 'people'> & {
  people: PersonRow[]
  asked_name: string | null
  approval_proof: string | null
}

export const columns = (sql: Sql) => sql.part`q.id, q.workspace_id, q.notification_id, q.thread_id,
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
export function complete({ asked_name, approval_proof, people, ...row }: StoredRow): WholeQuestion {
  const { details, kind } = row
  const needsSession = isConsent(kind) && approval_proof === 'session'
  const quorum = details.quorum ?? null
  const everyone = listPeople(row, asked_name ?? '', people)
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

export const withNotification = (sql: Sql) =>
  sql.part`questions q join notifications n on n.id = q.notification_id`

/** For other features too, which check themselves who may see it. */
export async function findQuestion(sql: Sql, workspaceId: number, id: string) {
  const [row] = await sql<StoredRow>`
    select ${columns(sql)} from ${withNotification(sql)}
    where q.workspace_id = ${workspaceId} and q.id = ${id}`
  return row && complete(row)
}

/** For replies from outside, which name only the question. */
export async function findQuestionAnywhere(system: Sql, id: string) {
  const [row] = await system<StoredRow>`
    select ${columns(system)} from ${withNotification(system)} where q.id = ${id}`
  return row && complete(row)
}

/**
 * A concurrent second answer waits for the first, then sees that the question is answered. It is read
 * after it is locked: a statement that waits for a lock sees other tables as they were before.
 */
export async function lockQuestion(tx: Tx, workspaceId: number, id: string) {
  await tx`select from questions where workspace_id = ${workspaceId} and id = ${id} for update`
  return findQuestion(tx, workspaceId, id)
}

/** The long text of a question. Questions are read without it, because it can be long. */
export async function findBody(sql: Sql, workspaceId: number, notificationId: string) {
  const [row] = await sql<{ body: string | null }>`
    select body from notifications where workspace_id = ${workspaceId} and id = ${notificationId}`
  return row?.body ?? null
}
