import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { publish } from '../../events/publish.ts'
import { type End, endQuestion, lockQuestion, type QuestionRow } from './queries.ts'
import { readersOf } from './readers-of.ts'

/** Ends a question with any outcome, and notifies everyone who waits for it. */
export async function finishQuestion(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  actor: Actor,
  question: QuestionRow,
  end: End,
): Promise<QuestionRow> {
  await endQuestion(tx, question, end)
  const { id, thread_id, notification_id, workspace_id } = question
  const answered_by = end.answered_by && { ...end.answered_by, agent_id: undefined }
  await publish(tx, actor, {
    type: `question.${end.status}`,
    object: { type: 'question', id },
    // The event does not contain the answer: only people who may read the question see it.
    data: { thread_id, notification_id, answered_by },
    at: end.ended_at,
    ...readersOf(question),
  })
  if (question.webhook_url) {
    await queue.send(tx, 'answer-webhooks', { workspace_id, question_id: id })
  }
  return (await lockQuestion(tx, workspace_id, id)) as QuestionRow
}
