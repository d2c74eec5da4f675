import { TryLater, Undeliverable } from '../../../channels/channel.ts'
import type { Deps } from '../../../deps.ts'
import { serviceActor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { NewJob } from '../../../platform/queue/job-queries.ts'
import { backoff, spread } from '../../../platform/work/backoff.ts'
import { publish } from '../../events/publish.ts'
import { type BegunDelivery, type DeliveryRow, endAttempt } from './queries.ts'

/** The result of a successful attempt. */
export interface DeliveryResult {
  status: 'sent' | 'captured'
  detail: string | null
}

/** About three days for email; a chat message or a push is outdated after one. */
const maxAttempts = { email: 300, chat: 100, push: 100 }
const maxPauseSeconds = 15 * 60

/**
 * Makes one attempt for deliveries that are sent as one. The receipts record the outcome. A temporary
 * error is retried with a growing delay, by the job that `retry` returns.
 */
export async function attempt(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  deliveries: readonly BegunDelivery[],
  send: () => Promise<DeliveryResult>,
  retry: (at: Date) => NewJob,
): Promise<void> {
  const [first] = deliveries
  if (!first) return
  try {
    const { status, detail } = await send()
    const sql = deps.db.workspace(first.workspace_id)
    const end = { status, reason: detail, deliverAfter: null, now: deps.clock() }
    await Promise.all(deliveries.map((delivery) => endAttempt(sql, delivery, end)))
  } catch (thrown) {
    const error = thrown as Error
    const { workspace_id: workspaceId, channel, attempts } = first
    const now = deps.clock()
    const limit = maxAttempts[channel as keyof typeof maxAttempts] ?? 1
    const isFinal = error instanceof Undeliverable || attempts >= limit
    const deliverAfter = isFinal ? null : new Date(now.getTime() + pauseMs(first, error))
    const status = isFinal ? ('failed' as const) : ('queued' as const)
    await deps.db.transaction(workspaceId, async (tx) => {
      const end = { status, reason: error.message, deliverAfter, now }
      for (const delivery of deliveries) await endAttempt(tx, delivery, end)
      if (deliverAfter) return deps.queue.sendAll(tx, [retry(deliverAfter)])
      for (const delivery of deliveries) await publishFailure(tx, delivery, error.message, now)
    })
  }
}

/** 5 s, 10 s, 20 s … 15 min, slightly different for each, or as long as the service asks for. */
function pauseMs({ id, attempts }: DeliveryRow, error: Error): number {
  if (error instanceof TryLater) return Math.min(error.afterSeconds, 86_400) * 1000
  const chance = Number.parseInt(id.slice(0, 4), 16) / 0xffff
  return spread(backoff(attempts, { first: 5000, max: maxPauseSeconds * 1000 }), chance)
}

async function publishFailure(
  tx: Tx,
  delivery: DeliveryRow,
  reason: string,
  at: Date,
): Promise<void> {
  const { workspace_id, user_id, id, notification_id, channel, category } = delivery
  await publish(tx, serviceActor(workspace_id, user_id), {
    type: 'delivery.failed',
    object: { type: 'delivery', id },
    data: { notification_id, channel, category, reason },
    at,
    people: [user_id],
  })
}
