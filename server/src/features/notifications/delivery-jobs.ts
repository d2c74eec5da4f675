import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Category, Channel } from './categories.ts'
import type { NewDelivery } from './delivery-queries.ts'

export interface DeliveryJob {
  workspace_id: number
  delivery_id: string
}

export interface DigestJob {
  workspace_id: number
  user_id: number
  category: Category
  channel: Channel
}

/** Each way out has a queue of its own, so that one that is down delays only itself. */
export const queueOf = {
  email: 'deliver-email',
  chat: 'deliver-chat',
  push: 'deliver-push',
  digest: 'deliver-digest',
} as const

type Needs = Pick<Deps, 'queue' | 'clock'>
type WorkOfJob = Pick<NewDelivery, 'id' | 'channel' | 'deliver_after'>

/** The job of one delivery, now or when it may go. */
export async function sendDeliveryJob(
  deps: Needs,
  tx: Tx,
  workspaceId: number,
  { id, channel, deliver_after }: WorkOfJob,
): Promise<void> {
  const job: DeliveryJob = { workspace_id: workspaceId, delivery_id: id }
  const queue = queueOf[channel as 'email' | 'chat' | 'push']
  await deps.queue.send(tx, queue, job, waiting(deps, deliver_after))
}

/** Jobs for all that was not done with the write; a digest has one for everything that it gathers. */
export async function sendJobs(
  deps: Needs,
  tx: Tx,
  of: { workspaceId: number; userId: number; category: Category },
  deliveries: NewDelivery[],
  gatheringUntil: Record<string, string> | null,
): Promise<void> {
  for (const delivery of deliveries) {
    if (delivery.status !== 'queued') continue
    if (!delivery.digest) {
      await sendDeliveryJob(deps, tx, of.workspaceId, delivery)
    } else if (!gatheringUntil?.[delivery.channel]) {
      const { workspaceId: workspace_id, userId: user_id, category } = of
      const job = { workspace_id, user_id, category, channel: delivery.channel }
      await sendDigestJob(deps, tx, job, delivery.deliver_after)
    }
  }
}

export async function sendDigestJob(
  deps: Needs,
  tx: Tx,
  job: DigestJob,
  at: Date | null,
): Promise<void> {
  await deps.queue.send(tx, queueOf.digest, job, waiting(deps, at))
}

function waiting({ clock }: Pick<Deps, 'clock'>, until: Date | null) {
  if (!until) return {}
  return { afterSeconds: Math.max(1, Math.ceil((until.getTime() - clock().getTime()) / 1000)) }
}
