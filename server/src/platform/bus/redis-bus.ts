import { createClient } from '@redis/client'
import type { Logger } from 'pino'
import { type Bus, Subscribers } from './bus.ts'

const prefix = 'atelier:'
const startTimeoutMs = 5000

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

/** The bus for large installations: Redis carries more messages than NOTIFY. */
export async function openRedisBus(url: string, log: Logger): Promise<Bus> {
  const subscribers = new Subscribers()
  await pingRedis(url, startTimeoutMs).catch((cause) => {
    throw new Error('Redis does not answer at REDIS_URL. Start it, or unset REDIS_URL.', { cause })
  })
  // While Redis is down, publishing fails immediately: waiting for it would delay the events.
  const publisher = createClient({ url, disableOfflineQueue: true })
  const listener = publisher.duplicate()
  for (const client of [publisher, listener]) {
    client.on('error', (error) => log.warn({ err: error }, 'Redis does not answer'))
  }
  await Promise.all([publisher.connect(), listener.connect()])
  await listener.pSubscribe(`${prefix}*`, (message, topic) =>
    subscribers.tell(topic.slice(prefix.length), message),
  )
  listener.on('ready', () => subscribers.wakeAll())
  return {
    publish: async (topic, message) => {
      await publisher.publish(prefix + topic, message)
    },
    subscribe: (topic, onMessage) => subscribers.add(topic, onMessage),
    close: async () => {
      await Promise.all([publisher.close(), listener.close()])
    },
  }
}
