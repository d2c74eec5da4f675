import type { Deps } from '../../../deps.ts'
import { serviceActor } from '../../../http/permissions.ts'
import { finishQuestion } from './finish-question.ts'
import { lockQuestion, overdueQuestions } from './queries.ts'

/** Ends overdue questions, so that waiting agents are notified. */
export async function expireQuestions(deps: Pick<Deps, 'db' | 'clock' | 'queue'>): Promise<void> {
  const now = deps.clock()
  for (const { id, workspace_id } of await overdueQuestions(deps.db.system, now)) {
    await deps.db.transaction(workspace_id, async (tx) => {
      const question = await lockQuestion(tx, workspace_id, id)
      if (question?.status !== 'open') return
      await finishQuestion(deps, tx, serviceActor(workspace_id, question.user_id), question, {
        status: 'expired',
        answer: null,
        answered_by: null,
        answered_via: null,
        ended_at: now,
      })
    })
  }
}
