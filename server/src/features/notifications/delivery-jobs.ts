import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { NewJob } from '../../platform/queue/job-queries.ts'
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
type DeliveryToSend = Pick<NewDelivery, 'id' | 'channel' | 'deliver_after'>

/** Enqueues the job of one delivery, for now or for its scheduled time. */
export async function sendDeliveryJob(
  deps: Needs,
  tx: Tx,
  workspaceId: number,
  delivery: DeliveryToSend,
): Promise<void> {
  await deps.queue.sendAll(tx, [deliveryJob(deps, workspaceId, delivery)])
}

function deliveryJob(
  deps: Pick<Deps, 'clock'>,
  workspaceId: number,
  { id, channel, deliver_after }: DeliveryToSend,
): NewJob {
  const data: DeliveryJob = { workspace_id: workspaceId, delivery_id: id }
  const queue = queueOf[channel as 'email' | 'chat' | 'push']
  return { queue, data, ...waiting(deps, deliver_after) }
}

/** The jobs for all open deliveries; a digest has one job for all of its parts. */
export function jobsOf(
  deps: Pick<Deps, 'clock'>,
  { workspace_id, user_id, category }: Omit<DigestJob, 'channel'>,
  deliveries: NewDelivery[],
  gatheringUntil: Record<string, string> | null,
): NewJob[] {
  return deliveries.flatMap((delivery) => {
    const { status, digest, channel, deliver_after } = delivery
    if (status !== 'queued') return []
    if (!digest) return [deliveryJob(deps, workspace_id, delivery)]
    if (gatheringUntil?.[channel]) return []
    return [digestJob(deps, { workspace_id, user_id, category, channel }, deliver_after)]
  })
}

export async function sendDigestJob(
  deps: Needs,
  tx: Tx,
  job: DigestJob,
  at: Date | null,
): Promise<void> {
  await deps.queue.sendAll(tx, [digestJob(deps, job, at)])
}

function digestJob(deps: Pick<Deps, 'clock'>, data: DigestJob, at: Date | null): NewJob {
  return { queue: queueOf.digest, data, ...waiting(deps, at) }
}

function waiting({ clock }: Pick<Deps, 'clock'>, until: Date | null) {
  if (!until) return {}
  return { afterSeconds: Math.max(1, Math.ceil((until.getTime() - clock().getTime()) / 1000)) }
}
