import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { eventsTopic } from './dispatch-events.ts'
import { listEvents } from './list-events.ts'
import type { Event } from './schemas.ts'

const pageSize = 200

/** Covers a process that was killed between giving events their place and telling of it. */
const lookEveryMs = 5000

/**
 * The workspace's events as they happen, after a given one. The bus only says
 * that there is something new; what is told is always read from the table, so a lost message costs
 * time, never an event.
 */
export async function* followEvents(
  deps: Pick<Deps, 'db' | 'bus'>,
  actor: Actor,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  requirePermission(actor, 'events:read')
  let news = Promise.withResolvers<void>()
  const unsubscribe = deps.bus.subscribe(eventsTopic, () => news.resolve())
  signal.addEventListener('abort', () => news.resolve())
  const timer = setInterval(() => news.resolve(), lookEveryMs)
  let position = after
  try {
    while (!signal.aborted) {
      news = Promise.withResolvers()
      const { results, last_seq } = await listEvents(deps, actor, {
        after: position,
        limit: pageSize,
      })
      yield* results
      position = last_seq
      if (results.length < pageSize && !signal.aborted) await news.promise
    }
  } finally {
    clearInterval(timer)
    unsubscribe()
  }
}

/** Where a stream that starts now begins. */
export async function lastSeq({ db }: Pick<Deps, 'db'>): Promise<number> {
  const [row] = await db.system<{ seq: number }>`select coalesce(max(seq), 0) as seq from events`
  return row?.seq ?? 0
}
