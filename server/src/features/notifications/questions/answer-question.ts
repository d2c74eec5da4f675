import type { Deps } from '../../../deps.ts'
import { type Actor, isAdministrator, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { advanceReceipts } from '../delivery-queries.ts'
import { markRead } from '../queries.ts'
import { finishQuestion } from './finish-question.ts'
import { lockQuestion, type QuestionRow } from './queries.ts'
import type { AnswerBody, Question } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'queue'>

/** Answers a question. Exactly one answer wins; later ones get an error that names its author. */
export async function answerQuestion(
  deps: Needs,
  actor: Actor,
  id: string,
  { value, comment }: AnswerBody,
  via: 'api' | 'console' | 'mail' | 'mcp' = 'api',
): Promise<Question> {
  requirePermission(actor, 'notifications:write')
  const { workspaceId, userId, name, kind } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const question = await lockQuestion(tx, workspaceId, id)
    if (!question || !mayAnswer(actor, question)) throw problem('question_not_found')
    const now = deps.clock()
    requireOpen(question, now)
    checkAnswer(question, value)
    const answer = { value, comment: comment ?? null }
    const ended = await finishQuestion(deps, tx, actor, question, {
      status: 'answered',
      answer,
      answered_by: { id: userId, name, kind },
      answered_via: via,
      ended_at: now,
    })
    const { notification_id } = question
    await markRead(tx, workspaceId, notification_id, now)
    await advanceReceipts(tx, workspaceId, [notification_id], 'answered', now)
    return ended
  })
}

export function mayAnswer(actor: Actor, question: QuestionRow): boolean {
  if (question.user_id === actor.userId) return true
  const isMember = actor.role !== 'guest'
  return isAdministrator(actor) || (question.answerable_by === 'anyone' && isMember)
}

/** An overdue question counts as expired even before its status changes. */
export function requireOpen({ status, expires_at, ...question }: QuestionRow, now: Date): void {
  if (status === 'answered') {
    const { answered_by, answer, ended_at } = question
    throw problem('question_answered', {
      detail: `${answered_by?.name ?? 'Someone'} answered at ${ended_at?.toISOString()}: ${answer?.value.slice(0, 200)}`,
    })
  }
  if (status === 'cancelled') {
    throw problem('question_cancelled', { detail: 'The sender has withdrawn the question.' })
  }
  if (status === 'expired' || (expires_at !== null && expires_at <= now)) {
    throw problem('question_expired', {
      detail: `The question expired at ${expires_at?.toISOString()}.`,
    })
  }
}

export function checkAnswer({ kind, options }: QuestionRow, value: string): void {
  if (kind === 'approval' && value !== 'approved' && value !== 'rejected') {
    throw invalid('value', 'must be approved or rejected')
  }
  if (kind === 'choice' && !options.some((option) => option.value === value)) {
    const known = options.map((option) => option.value).join(', ')
    throw invalid('value', `must be one of the options: ${known}`)
  }
}
