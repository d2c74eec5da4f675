import type { Logger } from 'pino'
import type { Database } from '../postgres/db.ts'
import { type Bus, Subscribers } from './bus.ts'

const channel = 'atelier_bus'

/** The default bus: LISTEN and NOTIFY on the database we use anyway. */
export async function openPostgresBus(db: Database, log: Pick<Logger, 'warn'>): Promise<Bus> {
  const subscribers = new Subscribers()
  await db.listen(
    channel,
    (text) => {
      const at = text.indexOf(' ')
      subscribers.tell(text.slice(0, at), text.slice(at + 1))
    },
    () => subscribers.wakeAll(),
  )
  return {
    publish: async (topic, message) => {
      await db.notify(channel, `${topic} ${message}`).catch((error) => {
        log.warn({ err: error, topic }, 'could not notify other processes; they check again soon')
      })
    },
    subscribe: (topic, onMessage) => subscribers.add(topic, onMessage),
    connections: () => ({ postgres: db.isListening() }),
    close: async () => {},
  }
}
