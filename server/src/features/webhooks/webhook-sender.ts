import type { Deps } from '../../deps.ts'
import { traced } from '../../platform/tracing/tracer.ts'
import type { Part } from '../feature.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import {
  claimDue,
  type DeliveryRow,
  selectNextDelivery,
  subscriptionsWithDue,
} from './delivery-queries.ts'
import { readSignal, type WebhookSignal, webhooksTopic } from './webhook-signals.ts'

/** Concurrency limits: in this process, to one receiver, and to a receiver that just failed. */
const maxInProcess = 100
const maxToOne = 5
const maxInTrouble = 1

/** Longer than any attempt; a sender that exceeds it is considered dead. */
const leaseMs = 60_000

/** The deliveries in progress for one subscription. */
interface Lane extends WebhookSignal {
  sending: number
  /** More deliveries may be due. */
  wanted: boolean
  isClaiming: boolean
  isInTrouble: boolean
}

/**
 * Sends deliveries: after a signal, when a retry is due, and when the lease of a sender that died
 * ends. Each subscription has its own lane with few slots, so that a receiver that hangs delays
 * only itself.
 */
export function startWebhookSender(deps: Deps): Part {
  const lanes = new Map<string, Lane>()
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  let taken = 0

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }

  function wake({ workspace_id, subscription_id }: WebhookSignal): void {
    const lane = lanes.get(subscription_id) ?? {
      ...{ workspace_id, subscription_id, sending: 0 },
      ...{ wanted: false, isClaiming: false, isInTrouble: false },
    }
    lane.wanted = true
    lanes.set(subscription_id, lane)
    if (!lane.isClaiming) track(claim(lane))
  }

  async function claim(lane: Lane): Promise<void> {
    lane.isClaiming = true
    try {
      while (lane.wanted && !stopping.signal.aborted) {
        const most = lane.isInTrouble ? maxInTrouble : maxToOne
        const places = Math.min(most - lane.sending, maxInProcess - taken)
        if (places <= 0) return
        lane.wanted = false
        taken += places
        const claimed = await takeDue(lane, places).finally(() => {
          taken -= places
        })
        for (const delivery of claimed) track(send(lane, delivery))
        if (claimed.length === places) lane.wanted = true
        else serveWaiting()
      }
    } catch (error) {
      deps.log.warn({ err: error }, 'could not read due webhook deliveries; retrying')
    } finally {
      lane.isClaiming = false
      forgetIfIdle(lane)
    }
  }

  function takeDue({ workspace_id, subscription_id }: Lane, most: number): Promise<DeliveryRow[]> {
    const now = deps.clock()
    return claimDue(deps.db.workspace(workspace_id), workspace_id, {
      subscriptionId: subscription_id,
      most,
      lease: deps.random.uuid(),
      now,
      leaseUntil: new Date(now.getTime() + leaseMs),
    })
  }

  function attempt(delivery: DeliveryRow): Promise<boolean> {
    const { id, trace: parent, event_type, attempts_count } = delivery
    const attributes = {
      'atelier.delivery_id': id,
      'atelier.event_type': event_type,
      'atelier.attempt': attempts_count,
    }
    const span = { name: 'webhook delivery', kind: 'consumer' as const, parent, attributes }
    return traced(deps.tracer, span, () => attemptDelivery(deps, delivery, stopping.signal))
  }

  async function send(lane: Lane, delivery: DeliveryRow): Promise<void> {
    lane.sending += 1
    taken += 1
    try {
      lane.isInTrouble = !(await attempt(delivery))
    } catch (error) {
      deps.log.warn(
        { err: error, delivery: delivery.id },
        'a webhook attempt failed unexpectedly; it will be retried',
      )
    }
    lane.sending -= 1
    taken -= 1
    // Moves to the end of the line.
    lanes.delete(lane.subscription_id)
    lanes.set(lane.subscription_id, lane)
    forgetIfIdle(lane)
    serveWaiting()
  }

  /** Slots are free: for the same lane, or for waiting lanes if the process was full. */
  function serveWaiting(): void {
    for (const waiting of lanes.values()) {
      if (waiting.wanted && !waiting.isClaiming) track(claim(waiting))
      if (taken >= maxInProcess) return
    }
  }

  function forgetIfIdle({ subscription_id, sending, wanted, isClaiming, isInTrouble }: Lane): void {
    if (sending > 0 || wanted || isClaiming || isInTrouble) return
    lanes.delete(subscription_id)
  }

  async function wakeDue(): Promise<void> {
    for (const due of await subscriptionsWithDue(deps.db.system, deps.clock())) wake(due)
  }

  const stopReceiving = deps.signals.receive(webhooksTopic, (message) => {
    wake(readSignal(message))
    return taken < maxInProcess
  })

  return {
    due: [{ name: 'due webhook deliveries', dueAt: selectNextDelivery, work: wakeDue }],
    stop: async () => {
      stopReceiving()
      stopping.abort(new Error('The server is stopping'))
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
