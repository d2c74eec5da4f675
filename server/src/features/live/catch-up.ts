import type { Deps } from '../../deps.ts'
import { FairSemaphore } from '../../lib/fair-semaphore.ts'
import type { AccessWatch } from './access-watch.ts'
import type { Client } from './client.ts'
import type { EventFeed } from './event-feed.ts'
import { eventFrame } from './frames.ts'
import { missedEvents } from './queries.ts'

const pageSize = 200
/** After a restart all clients reconnect at once; their pages must not fill the memory. */
const readersAtOnce = 8

/**
 * Sends a socket the next page of events it missed. Never goes beyond the feed's position, because
 * only up to there clients with ended credentials are known to be disconnected.
 */
export function catchUpReader(
  { db }: Pick<Deps, 'db'>,
  feed: Pick<EventFeed, 'position'>,
  access: AccessWatch,
) {
  const readers = new FairSemaphore<number>(readersAtOnce)

  return async (client: Client): Promise<void> => {
    let flushed: Promise<void> | undefined
    await readers.run(client.guest.workspaceId, async () => {
      if (client.isGone) return
      const upTo = feed.position
      const sql = db.workspace(client.guest.workspaceId)
      const page = await missedEvents(sql, client.guest, client.position, upTo, pageSize)
      await access.settle()
      for (const event of page) {
        if (client.isGone || client.isFull) return
        flushed = client.sendAndWait(eventFrame(event))
        client.position = event.seq
      }
      if (page.length < pageSize) client.position = upTo
    })
    // Unlike with live events, a slow reader can be awaited here, outside the semaphore.
    await flushed
  }
}
