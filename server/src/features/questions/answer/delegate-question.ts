import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { sendCopies } from '../../notifications/send/send-notifications.ts'
import { publishAsked } from '../ask/publish-asked.ts'
import { lockQuestion, type WholeQuestion } from '../find-question.ts'
import { findMembers, insertPeople, markDelegated } from '../people-queries.ts'
import type { DelegateBody, Question } from '../schemas.ts'
import { requireOpen } from './end-question.ts'
import { readDoor, requireProof } from './proof.ts'

/** Passes a question on to another member, who answers instead. */
export async function delegateQuestion(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'queue' | 'config'>,
  actor: Actor,
  id: string,
  { user_id: to, comment }: DelegateBody,
): Promise<Question> {
  requirePermission(actor, 'notifications:write')
  const { workspaceId, userId: from } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const question = await lockQuestion(tx, workspaceId, id)
    const own = question?.people.find(({ user_id }) => user_id === from)
    if (!question || !own) throw problem('question_not_found')
    const now = deps.clock()
    requireOpen(question, now)
    await requireProof(tx, actor, question, readDoor(actor))
    if (!own.can_answer) {
      throw problem('question_answered', { detail: 'You already answered or delegated it.' })
    }
    if (question.people.some(({ user_id }) => user_id === to)) {
      throw invalid('user_id', 'this person was already asked')
    }
    if ((await findMembers(tx, workspaceId, [to])).length === 0) {
      throw invalid('user_id', `no active member of this workspace has the id "${to}"`)
    }
    await markDelegated(tx, workspaceId, id, { from, to, at: now })
    await insertPeople(tx, workspaceId, id, [to], {
      reason: 'delegated',
      at: now,
      delegatedBy: from,
    })
    const note = comment?.trim()
    const intro = `${actor.name} asks you to answer this question${note ? `: ${note}` : '.'}`
    await sendCopies(deps, tx, { workspaceId, id: question.notification_id }, [to], { intro })
    await publishAsked(tx, actor, question, 'question.delegated', [to], now)
    return (await lockQuestion(tx, workspaceId, id)) as WholeQuestion
  })
}
