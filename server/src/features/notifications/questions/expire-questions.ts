import type { Deps } from '../../../deps.ts'
import { serviceActor } from '../../../http/permissions.ts'
import { overdueQuestions } from './due-queries.ts'
import { finishQuestion } from './finish-question.ts'
import { type End, lockQuestion, type QuestionRow } from './queries.ts'

/** Ends overdue questions, so that waiting agents are notified. */
export async function expireQuestions(deps: Pick<Deps, 'db' | 'clock' | 'queue'>): Promise<void> {
  const now = deps.clock()
  for (const { id, workspace_id } of await overdueQuestions(deps.db.system, now)) {
    await deps.db.transaction(workspace_id, async (tx) => {
      const question = await lockQuestion(tx, workspace_id, id)
      if (question?.status !== 'open') return
      const service = serviceActor(workspace_id, question.user_id)
      await finishQuestion(deps, tx, service, question, endOf(question, now))
    })
  }
}

/** The default answer if there is one. It is marked as such, and nobody counts as its author. */
function endOf({ default_answer: value }: QuestionRow, now: Date): End {
  const nobody = { answered_by: null, authenticated_by: null, authentication: null, ended_at: now }
  if (value === null) return { ...nobody, status: 'expired', answer: null, answered_via: null }
  const answer = { value, comment: null, is_default: true }
  return { ...nobody, status: 'answered', answer, answered_via: 'default' }
}
