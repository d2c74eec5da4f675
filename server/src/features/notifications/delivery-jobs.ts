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

/** Each channel has its own queue, so that an outage delays only that channel. */
export const queueOf = {
  email: 'deliver-email',
  chat: 'deliver-chat',
  push: 'deliver-push',
  digest: 'deliver-digest',
} as const

type Needs = Pick<Deps, 'queue' | 'clock'>
type WorkOfJob = Pick<NewDelivery, 'id' | 'channel' | 'deliver_after'>

/** Enqueues the job of one delivery, for now or for its scheduled time. */
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

/** Enqueues jobs for all open deliveries; a digest has one job for all of its parts. */
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
