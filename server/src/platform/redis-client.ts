import type { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Logger } from 'pino'

export type RedisClient = ReturnType<typeof createClient>

const startPatienceMs = 2000
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

/** Connects in the background: Redis only speeds things up, so the start does not need it. */
export async function openRedis(url: string, log: Logger): Promise<RedisClient> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: pingEveryMs,
    socket: { connectTimeout: startPatienceMs, socketTimeout: silenceMs },
  }) as RedisClient
  reportOutages(client, log)
  await untilReady(client.connect())
  return client
}

/** Waits a moment for a connection; without one, the start continues. */
export async function untilReady(connecting: Promise<unknown>): Promise<void> {
  const settled = connecting.catch(() => {}) // only if it is closed before Redis was ever there
  await Promise.race([settled, sleep(startPatienceMs, undefined, { ref: false })])
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
