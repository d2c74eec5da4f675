import type { Deps } from '../../../deps.ts'
import type { Random } from '../../../lib/random.ts'
import type { NewJob } from '../../../platform/queue/job-queries.ts'
import { alertsChannel, type Category, type Channel } from '../categories.ts'
import type { PreparedNotification } from '../send/prepare-notification.ts'
import type { RecipientRow } from '../send/queries.ts'
import { type Decision, defaultReason } from '../send/route-notification.ts'
import type { Delivery } from './schemas.ts'

export interface NewDelivery {
  id: string
  workspace_id: number
  notification_id: string
  user_id: number
  category: Category
  channel: Channel
  target: string
  target_id: string | null
  status: Delivery['status']
  reason: string | null
  deliver_after: Date | null
  digest: boolean
  created_at: Date
  updated_at: Date
}

/** A webhook that gets a copy of each message in the team's channel. */
export interface ChatTarget {
  id: string
  name: string
  kind: string
}

/** A row per channel and target: some are done with the write, jobs handle the others. */
export function planDeliveries(
  random: Random,
  { row, decisions, recipient }: PreparedNotification,
  chatTargets: ChatTarget[],
): NewDelivery[] {
  const { id: notification_id, workspace_id, user_id, category, created_at } = row
  const common = { workspace_id, notification_id, user_id, category, created_at }
  return decisions
    .filter(({ outcome }) => outcome !== 'skip')
    .flatMap((decision) =>
      listTargets(decision.channel, recipient, chatTargets).map((target) => ({
        ...common,
        ...planDelivery(decision, target, recipient.gathering_until),
        id: random.uuid(),
        updated_at: created_at,
      })),
    )
}

interface Target {
  name: string
  id: string | null
  /** Done when the notification is written, because the target is in our own database. */
  isLocal: boolean
}

function listTargets(
  channel: Channel,
  recipient: RecipientRow,
  chatTargets: ChatTarget[],
): Target[] {
  const local = (name: string) => ({ name, id: null, isLocal: true })
  const external = (name: string, id: string | null) => ({ name, id, isLocal: false })
  const targets: Record<Channel, Target[]> = {
    in_app: [local('inbox')],
    websocket: [local('open windows')],
    email: [external(recipient.email, null)],
    push: recipient.subscriptions.map(({ id, label }) => external(label, id)),
    chat: [
      local(alertsChannel),
      ...chatTargets.map(({ id, name, kind }) => external(`${kind}: ${name}`, id)),
    ],
  }
  return targets[channel]
}

function planDelivery(
  { channel, outcome, reason, until }: Decision,
  target: Target,
  gatheringUntil: RecipientRow['gathering_until'],
) {
  // A digest that is already collecting keeps its scheduled time.
  const running = outcome === 'gather' ? gatheringUntil?.[channel] : undefined
  return {
    channel,
    target: target.name,
    target_id: target.id,
    status: target.isLocal && outcome === 'send' ? ('sent' as const) : ('queued' as const),
    reason: reason === defaultReason ? null : reason,
    deliver_after: running ? new Date(running) : until,
    digest: outcome === 'gather',
  }
}

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
export const deliveryQueues = {
  email: 'deliver-email',
  chat: 'deliver-chat',
  push: 'deliver-push',
  digest: 'deliver-digest',
} as const

/** The jobs for all open deliveries; a digest has one job for all of its parts. */
export function planJobs(
  deps: Pick<Deps, 'clock'>,
  deliveries: readonly NewDelivery[],
  gatheringUntil: RecipientRow['gathering_until'],
): NewJob[] {
  return deliveries.flatMap((delivery) => {
    const { status, digest, workspace_id, user_id, category, channel, deliver_after } = delivery
    if (status !== 'queued') return []
    if (!digest) return [buildDeliveryJob(deps, delivery)]
    if (gatheringUntil?.[channel]) return []
    return [buildDigestJob(deps, { workspace_id, user_id, category, channel }, deliver_after)]
  })
}

export function buildDeliveryJob(
  deps: Pick<Deps, 'clock'>,
  {
    workspace_id,
    id,
    channel,
    deliver_after,
  }: Pick<NewDelivery, 'workspace_id' | 'id' | 'channel' | 'deliver_after'>,
): NewJob {
  const data: DeliveryJob = { workspace_id, delivery_id: id }
  const queue = deliveryQueues[channel as 'email' | 'chat' | 'push']
  return { queue, data, ...buildDelay(deps, deliver_after) }
}

export function buildDigestJob(
  deps: Pick<Deps, 'clock'>,
  data: DigestJob,
  at: Date | null,
): NewJob {
  return { queue: deliveryQueues.digest, data, ...buildDelay(deps, at) }
}

function buildDelay({ clock }: Pick<Deps, 'clock'>, until: Date | null) {
  if (!until) return {}
  return { afterSeconds: Math.max(1, Math.ceil((until.getTime() - clock().getTime()) / 1000)) }
}
