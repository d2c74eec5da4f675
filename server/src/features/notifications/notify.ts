import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { checkNotification, notAMember } from './check-notification.ts'
import { type Prepared, prepareNotification } from './prepare-notification.ts'
import { checkQuestion } from './questions/ask-question.ts'
import type { NotifyBody, NotifyReply } from './schemas.ts'
import { chooseThread } from './threads/choose-thread.ts'
import { withoutTitle } from './without-title.ts'
import { writeNotification } from './write-notification.ts'

/** Notifies a user. Responds when everything is durable; jobs do the external deliveries. */
export async function notify(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'queue' | 'config'>,
  actor: Actor,
  body: NotifyBody,
): Promise<NotifyReply> {
  const { row, decisions, deliveries, adjusted } = await deps.db.transaction(
    actor.workspaceId,
    async (tx) => {
      const prepared = await prepareFromAgent(deps, tx, actor, body)
      return { ...prepared, deliveries: await writeNotification(deps, tx, actor, prepared) }
    },
  )
  return {
    status: 'sent',
    ...adjusted,
    notification_id: row.id,
    thread_id: row.thread_id,
    ...(row.question && { question_id: row.question.id }),
    deliveries,
    skipped: decisions
      .filter(({ outcome }) => outcome === 'skip')
      .map(({ channel, reason }) => ({ channel, reason })),
  }
}

/** Everything up to the first write, which is also the whole dry run. */
export async function prepareFromAgent(
  deps: Pick<Deps, 'clock' | 'random' | 'config'>,
  tx: Tx,
  actor: Actor,
  body: NotifyBody,
): Promise<Prepared & { adjusted: Pick<NotifyReply, 'adjusted'> }> {
  requirePermission(actor, 'notifications:send')
  const userId = checkNotification(actor, body)
  const { adjusted, message, ...texts } = withoutTitle(body)
  const threadId =
    body.threadId === undefined ? undefined : await chooseThread(tx, actor, body.threadId)
  const prepared = await prepareNotification(deps, tx, actor, {
    userId,
    category: body.category,
    title: body.title,
    message,
    body: texts.body,
    link: body.link,
    ctaLabel: body.ctaLabel,
    threadId,
    extra: body._extra ?? {},
    senderName: body._extra?.agent,
    question: body.question && checkQuestion(body.question, deps.clock()),
  })
  if (!prepared) throw notAMember(String(body.userId))
  return { ...prepared, adjusted: adjusted.length > 0 ? { adjusted } : {} }
}
