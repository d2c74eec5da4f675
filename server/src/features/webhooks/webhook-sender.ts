import type { Deps } from '../../deps.ts'
import { poll } from '../../platform/work/poll.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { claimDue, type DeliveryRow, subscriptionsWithDue } from './delivery-queries.ts'
import type { WebhookJob } from './webhook-jobs.ts'

/** Concurrency limits: in this process, to one receiver, and to a receiver that just failed. */
const maxInProcess = 100
const maxToOne = 5
const maxInTrouble = 1

/** Longer than any attempt; a sender that exceeds it is considered dead. */
const leaseMs = 60_000

/** Finds due retries, and deliveries of a dead process. */
const pollEveryMs = 5000

/** The deliveries in progress for one subscription. */
interface Lane extends WebhookJob {
  sending: number
  /** More deliveries may be due. */
  wanted: boolean
  isClaiming: boolean
  isInTrouble: boolean
}

export interface WebhookSender {
  /** Sends due deliveries in the background. */
  wake(job: WebhookJob): Promise<void>
  stop(): Promise<void>
}

/**
 * Sends deliveries. Each subscription has its own lane with few slots, so that a receiver that
 * hangs delays only itself. Queue jobs only wake a lane, because a batch of jobs would take as long
 * as its slowest one. Deliveries in progress are leased in their rows: another process takes over
 * from a dead one.
 */
export function startWebhookSender(deps: Deps): WebhookSender {
  const lanes = new Map<string, Lane>()
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  let taken = 0

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }

  function wake({ workspace_id, subscription_id }: WebhookJob): void {
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

  async function send(lane: Lane, delivery: DeliveryRow): Promise<void> {
    lane.sending += 1
    taken += 1
    try {
      lane.isInTrouble = !(await attemptDelivery(deps, delivery, stopping.signal))
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
    for (const job of await subscriptionsWithDue(deps.db.system, deps.clock())) wake(job)
  }

  const onError = (err: unknown) =>
    deps.log.warn({ err }, 'could not read due webhook deliveries; will retry')
  const polling = poll({ everyMs: pollEveryMs, onError }, wakeDue)

  return {
    wake: async (job) => wake(job),
    stop: async () => {
      await polling.stop()
      stopping.abort(new Error('The server is stopping'))
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
