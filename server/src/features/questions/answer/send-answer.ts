import type { Deps } from '../../../deps.ts'
import { permissionsOfMember } from '../../members/permissions-of-member.ts'
import { sendWebhook } from '../../signed-posts/send-webhook.ts'
import { findQuestion } from '../find-question.ts'

export interface AnswerJob {
  workspace_id: number
  question_id: string
}

/** Calls the webhook of a question when it has ended, if its sender may still ask. */
export async function sendAnswer(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'safeFetch' | 'secrets'>,
  { workspace_id, question_id }: AnswerJob,
): Promise<void> {
  const sql = deps.db.workspace(workspace_id)
  const question = await findQuestion(sql, workspace_id, question_id)
  if (!question?.webhook_url || question.status === 'open') return
  const may = await permissionsOfMember(sql, workspace_id, question.sender_id)
  if (!may.has('notifications:send')) return
  const { id, notification_id, thread_id, kind, status, answer, answered_by, answered_via } =
    question
  const { authentication } = question
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
      authentication,
    },
  })
}
