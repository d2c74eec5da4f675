import type { Deps } from '../../deps.ts'
import { type Actor, isAdministrator, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { unifiedDiff } from '../../lib/line-diff.ts'
import { resolveThread } from '../notifications/threads/choose-thread.ts'
import type { EditAnswer } from './answer/check-answer.ts'
import { findBody, type WholeQuestion } from './find-question.ts'
import { findQuestions, findVisibleQuestion, type Reader } from './queries.ts'
import type { Question, QuestionListQuery } from './schemas.ts'

type Needs = Pick<Deps, 'db'>

/** Questions to the user, questions from their agents, and questions that anyone may answer. */
export async function listQuestions({ db }: Needs, actor: Actor, query: QuestionListQuery) {
  requirePermission(actor, 'notifications:read')
  const sql = db.workspace(actor.workspaceId)
  const { thread_id } = query
  const meant = thread_id && { thread_id: await resolveThread(sql, actor, thread_id) }
  return findQuestions(sql, actor.workspaceId, describeReader(actor), { ...query, ...meant })
}

export async function getQuestion({ db }: Needs, actor: Actor, id: string): Promise<Question> {
  requirePermission(actor, 'notifications:read')
  const sql = db.workspace(actor.workspaceId)
  const question = await findVisibleQuestion(sql, actor.workspaceId, describeReader(actor), id)
  if (!question) throw problem('question_not_found')
  const body = await findBody(sql, actor.workspaceId, question.notification_id)
  return { ...question, body, diff: buildDiff(question) }
}

function buildDiff({ kind, draft, answer }: WholeQuestion): string | null {
  if (kind !== 'edit' || draft === null || !answer) return null
  return unifiedDiff(draft, (answer.value as unknown as EditAnswer).text)
}

export function describeReader(actor: Actor): Reader {
  const { userId, role } = actor
  return { userId, isAdministrator: isAdministrator(actor), isGuest: role === 'guest' }
}
