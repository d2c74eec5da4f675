import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { checkQuestion } from '../questions/ask-question.ts'
import { checkNotification, notAMember } from './check-notification.ts'
import { type Prepared, prepareNotification } from './prepare-notification.ts'
import type { NotifyBody, NotifyReply } from './schemas.ts'
import { writeNotification } from './write-notification.ts'

/** Tells a person something. Answers when all of it is durable; jobs do what leaves the service. */
export async function notify(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'queue' | 'config'>,
  actor: Actor,
  body: NotifyBody,
): Promise<NotifyReply> {
  const prepared = await prepareFromAgent(deps, actor, body)
  const deliveries = await deps.db.transaction(actor.workspaceId, (tx) =>
    writeNotification(deps, tx, actor, prepared),
  )
  const { row, decisions } = prepared
  return {
    status: 'sent',
    notification_id: row.id,
    thread_id: row.thread_id,
    ...(row.question && { question_id: row.question.id }),
    deliveries,
    skipped: decisions
      .filter(({ outcome }) => outcome === 'skip')
      .map(({ channel, reason }) => ({ channel, reason })),
  }
}

/** Everything up to the first write, which is also all of a dry run. */
export async function prepareFromAgent(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
  actor: Actor,
  body: NotifyBody,
): Promise<Prepared> {
  requirePermission(actor, 'notifications:send')
  const userId = checkNotification(actor, body)
  const prepared = await prepareNotification(deps, deps.db.workspace(actor.workspaceId), actor, {
    userId,
    category: body.category,
    title: body.title,
    message: body.message,
    body: body.body ?? null,
    link: body.link ?? null,
    ctaLabel: body.ctaLabel ?? null,
    threadId: body.threadId ?? null,
    extra: body._extra ?? {},
    senderName: body._extra?.agent || actor.name,
    question: body.question ? checkQuestion(body.question, deps.clock()) : null,
  })
  if (!prepared) throw notAMember(body.userId)
  return prepared
}
