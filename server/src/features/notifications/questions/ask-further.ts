import type { Deps } from '../../../deps.ts'
import { type Actor, serviceActor } from '../../../http/permissions.ts'
import { cutAtWord } from '../../../lib/cut-text.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { publish } from '../../events/publish.ts'
import { type Draft, prepareNotifications } from '../prepare-notification.ts'
import { notificationById } from '../queries.ts'
import { writeNotifications } from '../write-notification.ts'
import { lockQuestion, type QuestionRow } from './queries.ts'
import { readersOf } from './readers-of.ts'

type Needs = Pick<Deps, 'clock' | 'random' | 'queue' | 'config'>

interface Words {
  /** Put before the title: "Reminder". */
  prefix?: string
  /** Put before the text of the question. */
  intro?: string
}

/** Sends an open question to further people, or again to the same, through all of their channels. */
export async function askFurther(
  deps: Needs,
  tx: Tx,
  { workspace_id, id }: Pick<QuestionRow, 'workspace_id' | 'id'>,
  userIds: readonly number[],
  { prefix, intro }: Words = {},
): Promise<void> {
  const question = await lockQuestion(tx, workspace_id, id)
  const first = question && (await notificationById(tx, workspace_id, question.notification_id))
  if (!question || !first || userIds.length === 0) return
  const actor: Actor = { ...serviceActor(workspace_id, question.sender_id), kind: 'agent' }
  const title = prefix ? cutAtWord(`${prefix}: ${question.title}`, 250) : question.title
  const drafts = userIds.map((userId): Draft => {
    const input = {
      userId,
      category: first.category,
      title,
      message: intro ? cutAtWord(`${intro}\n\n${question.message}`, 1000) : question.message,
      body: (intro && first.body ? `${intro}\n\n${first.body}` : first.body) ?? undefined,
      link: first.link ?? undefined,
      ctaLabel: first.cta_label ?? undefined,
      threadId: question.thread_id,
      extra: first.extra,
      senderName: question.sender_name,
      questionOf: { notificationId: first.id, question: first.question },
    }
    return { actor, input }
  })
  const prepared = await prepareNotifications(deps, tx, workspace_id, drafts)
  await writeNotifications(
    deps,
    tx,
    prepared.flatMap((one) => (one ? [{ actor, prepared: one }] : [])),
  )
}

/** Reports that people were asked, for the doors through which they answer. */
export async function publishAsked(
  tx: Tx,
  actor: Actor,
  question: QuestionRow,
  type: 'question.reminded' | 'question.escalated' | 'question.delegated',
  userIds: readonly number[],
  at: Date,
): Promise<void> {
  const { id, thread_id, notification_id } = question
  const { people, isForMembers } = readersOf(question)
  await publish(tx, actor, {
    type,
    object: { type: 'question', id },
    data: { thread_id, notification_id, user_ids: [...userIds] },
    at,
    people: [...new Set([...people, ...userIds])],
    isForMembers,
  })
}
