import type { Random } from '../../lib/random.ts'
import { alertsChannel, type Channel } from './categories.ts'
import type { NewDelivery } from './delivery-queries.ts'
import type { PreparedNotification } from './prepare-notification.ts'
import type { RecipientRow } from './queries.ts'
import { type Decision, usualRoute } from './route-notification.ts'

/** A webhook that gets a copy of each message in the team's channel. */
export interface ChatTarget {
  id: string
  name: string
  kind: string
}

/** A row per channel and target: some are done with the write, jobs handle the others. */
export function planDeliveries(
  random: Random,
  { decisions, recipient }: PreparedNotification,
  chatTargets: ChatTarget[],
): NewDelivery[] {
  return decisions
    .filter(({ outcome }) => outcome !== 'skip')
    .flatMap((decision) =>
      targetsOf(decision.channel, recipient, chatTargets).map((target) =>
        deliveryOf(random, decision, target, recipient.gathering_until),
      ),
    )
}

interface Target {
  name: string
  id: string | null
  /** Done when the notification is written, because the target is in our own database. */
  isHere: boolean
}

function targetsOf(channel: Channel, recipient: RecipientRow, chatTargets: ChatTarget[]): Target[] {
  const here = (name: string) => ({ name, id: null, isHere: true })
  const away = (name: string, id: string | null) => ({ name, id, isHere: false })
  const targets: Record<Channel, Target[]> = {
    in_app: [here('inbox')],
    websocket: [here('open windows')],
    email: [away(recipient.email, null)],
    push: recipient.subscriptions.map(({ id, label }) => away(label, id)),
    chat: [
      here(alertsChannel),
      ...chatTargets.map(({ id, name, kind }) => away(`${kind}: ${name}`, id)),
    ],
  }
  return targets[channel]
}

function deliveryOf(
  random: Random,
  { channel, outcome, reason, until }: Decision,
  target: Target,
  gatheringUntil: RecipientRow['gathering_until'],
): NewDelivery {
  // A digest that is already collecting keeps its scheduled time.
  const running = outcome === 'gather' ? gatheringUntil?.[channel] : undefined
  return {
    id: random.uuid(),
    channel,
    target: target.name,
    target_id: target.id,
    status: target.isHere && outcome === 'send' ? 'sent' : 'queued',
    reason: reason === usualRoute ? null : reason,
    deliver_after: running ? new Date(running) : until,
    digest: outcome === 'gather',
  }
}
