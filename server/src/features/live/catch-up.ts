import type { Deps } from '../../deps.ts'
import { FairSemaphore } from '../../lib/fair-semaphore.ts'
import type { AccessWatch } from './access-watch.ts'
import type { Client } from './client.ts'
import type { EventFeed } from './event-feed.ts'
import { eventFrame } from './frames.ts'
import { missedEvents } from './queries.ts'

const pageSize = 200
/** After a restart everyone comes back at once; their pages must not fill the memory. */
const readersAtOnce = 8

/**
 * Tells a socket the next page of what it has missed. It never goes beyond what the feed has
 * reached, because that is how far ended credentials are known to have been sent away.
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
    // Here, unlike with news, a slow reader can simply be waited for; outside the semaphore.
    await flushed
  }
}
