import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { bodyOf } from '../notifications/body-of.ts'
import { questionById, questionsIn, type Reader } from './queries.ts'
import type { Question, QuestionListQuery } from './schemas.ts'

type Needs = Pick<Deps, 'db'>

/** What the person was asked, what their agents asked, and what anyone may answer. */
export async function listQuestions({ db }: Needs, actor: Actor, query: QuestionListQuery) {
  requirePermission(actor, 'notifications:read')
  return questionsIn(db.workspace(actor.workspaceId), actor.workspaceId, readerOf(actor), query)
}

export async function getQuestion({ db }: Needs, actor: Actor, id: string): Promise<Question> {
  requirePermission(actor, 'notifications:read')
  const sql = db.workspace(actor.workspaceId)
  const question = await questionById(sql, actor.workspaceId, id)
  const { userId, isAdministrator } = readerOf(actor)
  const isTheirs = question?.user_id === userId || question?.sender_id === userId
  if (!question || !(isTheirs || isAdministrator || question.answerable_by === 'anyone')) {
    throw problem('question_not_found')
  }
  const { body } = await bodyOf(sql, actor.workspaceId, question.notification_id)
  return { ...question, body }
}

export function readerOf({ userId, role }: Actor): Reader {
  return { userId, isAdministrator: role === 'owner' || role === 'admin' }
}
