import type { Deps } from '../../../deps.ts'
import {
  type Actor,
  listViewers,
  requirePermission,
  serviceActor,
} from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { publish } from '../../events/publish.ts'
import { lockQuestion, type WholeQuestion } from '../find-question.ts'
import { listReaders } from '../people.ts'
import { type End, findOverdue, saveEnd } from '../queries.ts'
import type { Question } from '../schemas.ts'
import { describeAnswer } from './check-answer.ts'

/** Ends a question with any outcome, and notifies everyone who waits for it. */
export async function endQuestion(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  actor: Actor,
  question: WholeQuestion,
  end: End,
): Promise<WholeQuestion> {
  await saveEnd(tx, question, end)
  const { id, thread_id, notification_id, workspace_id } = question
  const answered_by = end.answered_by && { ...end.answered_by, agent_id: undefined }
  await publish(tx, actor, {
    type: `question.${end.status}`,
    object: { type: 'question', id },
    // The event does not contain the answer: only people who may read the question see it.
    data: { thread_id, notification_id, answered_by },
    at: end.ended_at,
    ...listReaders(question),
  })
  if (question.webhook_url) {
    await queue.send(tx, 'answer-webhooks', { workspace_id, question_id: id })
  }
  return (await lockQuestion(tx, workspace_id, id)) as WholeQuestion
}

/** Withdraws an open question; only its sender can. */
export async function cancelQuestion(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  actor: Actor,
  id: string,
): Promise<Question> {
  requirePermission(actor, 'notifications:send')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const question = await lockQuestion(tx, workspaceId, id)
    const isTheirs = listViewers(actor).every(({ userId }) => userId === question?.sender_id)
    if (!question || !isTheirs) throw problem('question_not_found')
    const now = deps.clock()
    requireOpen(question, now)
    return endQuestion(deps, tx, actor, question, buildEnd('cancelled', now))
  })
}

/** Ends overdue questions, so that waiting agents are notified. */
export async function expireQuestions(deps: Pick<Deps, 'db' | 'clock' | 'queue'>): Promise<void> {
  const now = deps.clock()
  for (const { id, workspace_id } of await findOverdue(deps.db.system, now)) {
    await deps.db.transaction(workspace_id, async (tx) => {
      const question = await lockQuestion(tx, workspace_id, id)
      if (question?.status !== 'open') return
      const service = serviceActor(workspace_id, question.user_id)
      await endQuestion(deps, tx, service, question, chooseEnd(question, now))
    })
  }
}

/** The default answer if there is one. It is marked as such, and nobody counts as its author. */
function chooseEnd({ default_answer: value }: WholeQuestion, now: Date): End {
  if (value === null) return buildEnd('expired', now)
  const answer = { value, comment: null, is_default: true }
  return { ...buildEnd('answered', now), answer, answered_via: 'default' }
}

/** An end without anyone's answer. */
function buildEnd(status: End['status'], ended_at: Date): End {
  return {
    status,
    answer: null,
    answered_by: null,
    answered_via: null,
    authenticated_by: null,
    authentication: null,
    ended_at,
  }
}

/** An overdue question counts as expired even before its status changes. */
export function isOpen({ status, expires_at }: WholeQuestion, now: Date): boolean {
  return status === 'open' && (expires_at === null || expires_at > now)
}

export function requireOpen(question: WholeQuestion, now: Date): void {
  if (isOpen(question, now)) return
  const { status, expires_at, answered_by, answer, ended_at } = question
  if (status === 'answered') {
    const words = answer ? describeAnswer(question, answer).slice(0, 200) : ''
    throw problem('question_answered', {
      detail: `${answered_by?.name ?? 'Nobody'} answered at ${ended_at?.toISOString()}: ${words}`,
    })
  }
  if (status === 'cancelled') {
    throw problem('question_cancelled', { detail: 'The sender has withdrawn the question.' })
  }
  throw problem('question_expired', {
    detail: `The question expired at ${expires_at?.toISOString()}.`,
  })
}
