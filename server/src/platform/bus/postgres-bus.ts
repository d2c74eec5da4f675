import type { Database } from '../postgres/db.ts'
import { type Bus, Subscribers } from './bus.ts'

const channel = 'atelier_bus'

/** The default bus: LISTEN and NOTIFY on the database we use anyway. */
export async function openPostgresBus(db: Database): Promise<Bus> {
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
    publish: (topic, message) => db.notify(channel, `${topic} ${message}`),
    subscribe: (topic, onMessage) => subscribers.add(topic, onMessage),
    close: async () => {},
  }
}
