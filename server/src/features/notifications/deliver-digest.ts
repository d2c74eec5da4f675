import { type OutgoingMessage, Undeliverable } from '../../channels/channel.ts'
import { writeMail } from '../../channels/email/write-mail.ts'
import type { Deps } from '../../deps.ts'
import { serviceActor } from '../../http/permissions.ts'
import { publish } from '../events/publish.ts'
import { pushTo } from '../push/push-to.ts'
import { categories } from './categories.ts'
import { noteFailure } from './deliver.ts'
import { type DigestJob, sendDigestJob } from './delivery-jobs.ts'
import { beginDigest, type DeliveryRow, endAttempt } from './delivery-queries.ts'
import { hostOf, inboxLink, mailLinks, sendAndKeep } from './mail-notification.ts'
import { messageOf } from './message-of.ts'
import { personOf } from './queries.ts'

/** Sends a user's collected notifications as one: one email, one push per browser, or one frame. */
export async function deliverDigest(deps: Deps, job: DigestJob): Promise<void> {
  const { workspace_id: workspaceId, user_id: userId, category, channel } = job
  const sql = deps.db.workspace(workspaceId)
  const now = deps.clock()
  const gathered = await beginDigest(sql, workspaceId, { userId, category, channel }, now)
  for (const deliveries of Map.groupBy(gathered, ({ target_id }) => target_id).values()) {
    await deliverTogether(deps, job, deliveries)
  }
}

async function deliverTogether(
  deps: Deps,
  job: DigestJob,
  deliveries: DeliveryRow[],
): Promise<void> {
  const first = deliveries[0] as DeliveryRow
  const { workspace_id: workspaceId } = job
  try {
    const messages = await Promise.all(
      deliveries.map(({ notification_id }) => messageOf(deps, workspaceId, notification_id)),
    )
    messages.sort((a, b) => +a.createdAt - +b.createdAt)
    const status = await send(deps, first, messages)
    const reason = `in a digest of ${deliveries.length}`
    const end = { status, reason, deliverAfter: null, now: deps.clock() }
    const sql = deps.db.workspace(workspaceId)
    await Promise.all(deliveries.map((delivery) => endAttempt(sql, delivery, end)))
  } catch (error) {
    await noteFailure(deps, deliveries, error as Error, (tx, at) =>
      sendDigestJob(deps, tx, job, at),
    )
  }
}

async function send(
  deps: Deps,
  delivery: DeliveryRow,
  messages: OutgoingMessage[],
): Promise<'sent' | 'captured'> {
  if (delivery.channel === 'email') return mailDigest(deps, delivery, messages)
  if (delivery.channel === 'push') {
    const { workspace_id: workspaceId, target_id } = delivery
    const message = inOne(deps, messages)
    await pushTo(deps, { workspaceId, subscriptionId: target_id as string, message })
    return 'sent'
  }
  await pushToWindows(deps, delivery, messages)
  return 'sent'
}

async function mailDigest(deps: Deps, delivery: DeliveryRow, messages: OutgoingMessage[]) {
  const { workspace_id: workspaceId, user_id: userId, id } = delivery
  const person = await personOf(deps.db.workspace(workspaceId), workspaceId, userId)
  if (!person) throw new Undeliverable('The person has left the workspace')
  const { publicUrl, mail } = deps.config
  const composed = await writeMail({
    messages: messages as [OutgoingMessage, ...OutgoingMessage[]],
    to: { name: person.name, address: person.email },
    from: mail.from,
    links: mailLinks(deps, delivery),
    timeZone: person.timezone,
    messageId: `${id}@${hostOf(publicUrl)}`,
    repeated: delivery.attempts > 1,
    publicUrl,
  })
  const { status } = await sendAndKeep(deps, delivery, composed)
  return status
}

async function pushToWindows(deps: Deps, delivery: DeliveryRow, messages: OutgoingMessage[]) {
  const { workspace_id: workspaceId, user_id: userId, category } = delivery
  await deps.db.transaction(workspaceId, (tx) =>
    publish(tx, serviceActor(workspaceId, userId), {
      type: 'notification.digest',
      object: { type: 'notification', id: delivery.notification_id },
      data: {
        category,
        count: messages.length,
        messages: messages.slice(-20).map((one) => ({
          id: one.notificationId,
          title: one.title,
          message: one.message,
          thread_id: one.threadId,
          created_at: one.createdAt,
        })),
      },
      at: deps.clock(),
      userId,
    }),
  )
}

/** Combines several messages into a short one. */
function inOne({ config }: Pick<Deps, 'config'>, messages: OutgoingMessage[]): OutgoingMessage {
  const last = messages.at(-1) as OutgoingMessage
  const label = categories[last.category as keyof typeof categories].label.toLowerCase()
  return {
    ...last,
    title: `${messages.length} × ${label} from ${last.sender}`,
    message: messages.map(({ title }) => title).join(' · '),
    body: null,
    action: { label: 'View details', url: inboxLink(config, last.workspace.id) },
    question: null,
  }
}
