import { type OutgoingMessage, Undeliverable } from '../../../channels/channel.ts'
import { writeMail } from '../../../channels/email/write-mail.ts'
import type { Deps } from '../../../deps.ts'
import { serviceActor } from '../../../http/permissions.ts'
import { publish } from '../../events/publish.ts'
import { pushTo } from '../../push/push-to.ts'
import { categories } from '../categories.ts'
import { buildFooterLinks, buildInboxLink, sendAndKeep } from '../mail/mail-notification.ts'
import { readMessage } from '../present-notification.ts'
import { findPerson } from '../queries.ts'
import { noteFailure } from './deliver.ts'
import { buildDigestJob, type DigestJob } from './plan-deliveries.ts'
import { beginDigest, type DeliveryRow, endAttempt } from './queries.ts'

/** Sends a user's collected notifications as one: one email, one push per browser, or one frame. */
export async function deliverDigest(deps: Deps, job: DigestJob): Promise<void> {
  const gathered = await beginDigest(deps.db.workspace(job.workspace_id), job, deps.clock())
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
      deliveries.map(async ({ notification_id }) => {
        return (await readMessage(deps, workspaceId, notification_id)).message
      }),
    )
    messages.sort((a, b) => +a.createdAt - +b.createdAt)
    const status = await send(deps, first, messages)
    const reason = `in a digest of ${deliveries.length}`
    const end = { status, reason, deliverAfter: null, now: deps.clock() }
    const sql = deps.db.workspace(workspaceId)
    await Promise.all(deliveries.map((delivery) => endAttempt(sql, delivery, end)))
  } catch (error) {
    await noteFailure(deps, deliveries, error as Error, (tx, at) =>
      deps.queue.sendAll(tx, [buildDigestJob(deps, job, at)]),
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
    const message = combine(deps, messages)
    await pushTo(deps, { workspaceId, subscriptionId: target_id as string, message })
    return 'sent'
  }
  await publishDigest(deps, delivery, messages)
  return 'sent'
}

async function mailDigest(deps: Deps, delivery: DeliveryRow, messages: OutgoingMessage[]) {
  const { workspace_id: workspaceId, user_id: userId, id } = delivery
  const person = await findPerson(deps.db.workspace(workspaceId), workspaceId, userId)
  if (!person) throw new Undeliverable('The person has left the workspace')
  const { publicUrl, mail } = deps.config
  const composed = await writeMail({
    messages: messages as [OutgoingMessage, ...OutgoingMessage[]],
    to: { name: person.name, address: person.email },
    from: mail.from,
    links: buildFooterLinks(deps, delivery),
    timeZone: person.timezone,
    messageId: `${id}@${new URL(publicUrl).hostname}`,
    repeated: delivery.attempts > 1,
    publicUrl,
  })
  const { status } = await sendAndKeep(deps, delivery, composed)
  return status
}

async function publishDigest(deps: Deps, delivery: DeliveryRow, messages: OutgoingMessage[]) {
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
function combine({ config }: Pick<Deps, 'config'>, messages: OutgoingMessage[]): OutgoingMessage {
  const last = messages.at(-1) as OutgoingMessage
  const label = categories[last.category as keyof typeof categories].label.toLowerCase()
  return {
    ...last,
    title: `${messages.length} × ${label} from ${last.sender}`,
    message: messages.map(({ title }) => title).join(' · '),
    body: null,
    action: { label: 'View details', url: buildInboxLink(config, last.workspace.id) },
    question: null,
  }
}
