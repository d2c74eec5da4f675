import type { Deps } from '../../../deps.ts'
import { sendWebhook } from '../../signed-posts/send-webhook.ts'
import { questionById } from './queries.ts'

export interface AnswerJob {
  workspace_id: number
  question_id: string
}

/** Calls the webhook of a question when it has ended. */
export async function sendAnswer(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'safeFetch' | 'secrets'>,
  { workspace_id, question_id }: AnswerJob,
): Promise<void> {
  const question = await questionById(deps.db.workspace(workspace_id), workspace_id, question_id)
  if (!question?.webhook_url || question.status === 'open') return
  const { id, notification_id, thread_id, kind, status, answer, answered_by, answered_via } =
    question
  await sendWebhook(deps, workspace_id, question.webhook_url, {
    id: `question_${id}`,
    type: `question.${status}`,
    timestamp: question.ended_at,
    data: {
      question_id: id,
      notification_id,
      thread_id,
      kind,
      status,
      answer,
      answered_by,
      answered_via,
    },
  })
}
