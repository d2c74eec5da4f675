import type { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Logger } from 'pino'
import { type Bus, Subscribers } from './bus.ts'

const prefix = 'atelier:'
const startPatienceMs = 2000
const publishPatienceMs = 1000
const pingEveryMs = 5000
/** A connection without a reply to its pings is dead. */
const silenceMs = 12_000

/** Checks once whether Redis answers; the error says why not. */
export async function pingRedis(url: string, timeoutMs: number): Promise<void> {
  const socket = { reconnectStrategy: false, connectTimeout: timeoutMs } as const
  const client = createClient({ url, socket })
  client.on('error', () => {}) // connect() rejects with it
  try {
    await client.connect()
    await client.ping()
  } finally {
    client.destroy()
  }
}

/**
 * The bus for large installations: Redis carries more messages than NOTIFY. While Redis is away,
 * messages take the other bus, which all processes also listen to.
 */
export async function openRedisBus(url: string, log: Logger, fallback: Bus): Promise<Bus> {
  const subscribers = new Subscribers()
  const publisher = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: pingEveryMs,
    socket: { connectTimeout: startPatienceMs, socketTimeout: silenceMs },
  })
  const listener = publisher.duplicate()
  reportOutages(publisher, log)
  listener.on('error', () => {}) // the publisher reports it
  listener.on('ready', () => subscribers.wakeAll())

  const listening = listener
    .connect()
    .then(() =>
      listener.pSubscribe(`${prefix}*`, (message, topic) =>
        subscribers.tell(topic.slice(prefix.length), message),
      ),
    )
    .catch(() => {}) // only if the bus is closed before Redis was ever there
  const connecting = Promise.all([publisher.connect().catch(() => {}), listening])
  await Promise.race([connecting, sleep(startPatienceMs, undefined, { ref: false })])

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

/** One line per outage, not one per attempt to reconnect. */
function reportOutages(client: Pick<EventEmitter, 'on'>, log: Logger): void {
  let isAway = false
  client.on('error', (error) => {
    if (!isAway) log.warn({ err: error }, 'Redis does not answer; PostgreSQL carries its messages')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info('Redis answers again')
    isAway = false
  })
}
