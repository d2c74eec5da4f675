import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission, viewersOf } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { requireOpen } from './answer-question.ts'
import { finishQuestion } from './finish-question.ts'
import { lockQuestion } from './queries.ts'
import type { Question } from './schemas.ts'

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
    const isTheirs = viewersOf(actor).every(({ userId }) => userId === question?.sender_id)
    if (!question || !isTheirs) throw problem('question_not_found')
    const now = deps.clock()
    requireOpen(question, now)
    return finishQuestion(deps, tx, actor, question, {
      status: 'cancelled',
      answer: null,
      answered_by: null,
      answered_via: null,
      authenticated_by: null,
      authentication: null,
      ended_at: now,
    })
  })
}
