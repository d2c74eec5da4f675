import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { wakeups } from '../../platform/bus/wakeups.ts'
import { eventsTopic } from './dispatch-events.ts'
import { listEvents } from './list-events.ts'
import type { Event } from './schemas.ts'

const pageSize = 200

/** Polling interval in case a process is killed between numbering events and publishing them. */
const pollEveryMs = 5000

/**
 * Yields the workspace's events after a given one as they happen. The bus only signals that there
 * are new events; the events are always read from the table, so a lost message causes a delay but
 * never loses an event.
 */
export async function* followEvents(
  deps: Pick<Deps, 'db' | 'bus'>,
  actor: Actor,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  requirePermission(actor, 'events:read')
  let position = after
  for await (const _ of wakeups(deps.bus, eventsTopic, signal, { everyMs: pollEveryMs })) {
    let mayBeMore = true
    while (mayBeMore && !signal.aborted) {
      const page = { after: position, limit: pageSize }
      const { results, last_seq } = await listEvents(deps, actor, page)
      yield* results
      position = last_seq
      mayBeMore = results.length === pageSize
    }
  }
}

/** The starting position of a stream that starts now. */
export async function lastSeq({ db }: Pick<Deps, 'db'>): Promise<number> {
  const [row] = await db.system<{ seq: number }>`select coalesce(max(seq), 0) as seq from events`
  return row?.seq ?? 0
}
