import { type OutgoingMessage, Undeliverable } from '../../../channels/channel.ts'
import { writeMail } from '../../../channels/email/write-mail.ts'
import type { Deps } from '../../../deps.ts'
import { serviceActor } from '../../../http/permissions.ts'
import { publish } from '../../events/publish.ts'
import { pushTo } from '../../push/push-to.ts'
import { categories } from '../categories.ts'
import { buildEnvelope, buildInboxLink, sendAndKeep } from '../mail/mail-notification.ts'
import { readMessage } from '../present-notification.ts'
import { findPerson } from '../queries.ts'
import { attempt } from './attempt.ts'
import { buildDigestJob, type DigestJob } from './plan-deliveries.ts'
import { type BegunDelivery, beginDigest, type DeliveryRow } from './queries.ts'

/** Sends a user's collected notifications as one: one email, one push per browser, or one frame. */
export async function deliverDigest(deps: Deps, job: DigestJob): Promise<void> {
  const gathered = await beginDigest(deps.db.workspace(job.workspace_id), job, deps.clock())
  for (const deliveries of Map.groupBy(gathered, ({ target_id }) => target_id).values()) {
    await attempt(
      deps,
      deliveries,
      async () => ({
        status: await send(deps, deliveries),
        detail: `in a digest of ${deliveries.length}`,
      }),
      (at) => buildDigestJob(deps, job, at),
    )
  }
}

async function send(deps: Deps, deliveries: BegunDelivery[]): Promise<'sent' | 'captured'> {
  const first = deliveries[0] as BegunDelivery
  const { workspace_id: workspaceId } = first
  const read = await Promise.all(
    deliveries.map(({ notification_id }) => readMessage(deps, workspaceId, notification_id)),
  )
  const messages = read.map(({ message }) => message)
  messages.sort((a, b) => +a.createdAt - +b.createdAt)
  if (first.channel === 'email') return mailDigest(deps, first, messages)
  if (first.channel === 'push') {
    const message = combine(deps, messages)
    await pushTo(deps, { workspaceId, subscriptionId: first.target_id as string, message })
  } else {
    await publishDigest(deps, first, messages)
  }
  return 'sent'
}

async function mailDigest(deps: Deps, delivery: DeliveryRow, messages: OutgoingMessage[]) {
  const { workspace_id: workspaceId, user_id: userId } = delivery
  const person = await findPerson(deps.db.workspace(workspaceId), workspaceId, userId)
  if (!person) throw new Undeliverable('The person has left the workspace')
  const mail = await writeMail({
    ...buildEnvelope(deps, delivery, person),
    messages: messages as [OutgoingMessage, ...OutgoingMessage[]],
    repeated: delivery.attempts > 1,
  })
  return (await sendAndKeep(deps, delivery, mail)).status
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
