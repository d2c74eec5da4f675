import type { Actor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { publish } from '../../events/publish.ts'
import type { WholeQuestion } from '../find-question.ts'
import { listReaders } from '../people.ts'

type Asked = Pick<WholeQuestion, 'id' | 'thread_id' | 'notification_id'> &
  Parameters<typeof listReaders>[0]

/** Reports that people were asked, for the doors through which they answer. */
export async function publishAsked(
  tx: Tx,
  actor: Actor,
  question: Asked,
  type: 'question.asked' | 'question.reminded' | 'question.escalated' | 'question.delegated',
  userIds: readonly number[],
  at: Date,
): Promise<void> {
  const { id, thread_id, notification_id } = question
  const { people, isForMembers } = listReaders(question)
  await publish(tx, actor, {
    type,
    object: { type: 'question', id },
    data: { thread_id, notification_id, user_ids: [...userIds] },
    at,
    people: [...new Set([...people, ...userIds])],
    isForMembers,
  })
}
