import { setTimeout as sleep } from 'node:timers/promises'
import { type RedisClient, untilReady } from '../redis-client.ts'
import { type Bus, Subscribers } from './bus.ts'

const prefix = 'atelier:'
const publishPatienceMs = 1000

/**
 * The bus for large installations: Redis carries more messages than NOTIFY. While Redis is away,
 * messages take the other bus, which all processes also listen to.
 */
export async function openRedisBus(publisher: RedisClient, fallback: Bus): Promise<Bus> {
  const subscribers = new Subscribers()
  const listener = publisher.duplicate()
  listener.on('error', () => {}) // the publisher reports it
  listener.on('ready', () => subscribers.wakeAll())
  await untilReady(
    listener
      .connect()
      .then(() =>
        listener.pSubscribe(`${prefix}*`, (message, topic) =>
          subscribers.tell(topic.slice(prefix.length), message),
        ),
      ),
  )

  return {
    publish: async (topic, message) => {
      const sent = publisher.isReady
        ? publisher.publish(prefix + topic, message).then(
            () => true,
            () => false,
          )
        : false
      const late = sleep(publishPatienceMs, false, { ref: false })
      if (!(await Promise.race([sent, late]))) await fallback.publish(topic, message)
    },
    subscribe: (topic, onMessage) => {
      const unsubscribe = subscribers.add(topic, onMessage)
      const unsubscribeFallback = fallback.subscribe(topic, onMessage)
      return () => {
        unsubscribe()
        unsubscribeFallback()
      }
    },
    connections: () => ({
      ...fallback.connections(),
      redis: publisher.isReady && listener.isReady,
    }),
    close: async () => {
      publisher.destroy()
      listener.destroy()
      await fallback.close()
    },
  }
}
