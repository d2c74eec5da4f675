import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { now } from './children.ts'

export interface Latencies {
  /** From the call of `post` to the frame, in milliseconds, shortest first. */
  fromPost: number[]
  /** From the commit, if `post` returns its time. */
  fromCommit: number[]
}

/** Opens a socket and waits for its first message. */
export async function openSocket(url: string, authorization: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers: { authorization }, perMessageDeflate: false })
  await once(socket, 'message')
  return socket
}

/**
 * Posts at a steady rate and measures the time until the frame arrives. `post` creates an event
 * that has `data.n` or `data._extra.n`, and may return the time of its commit.
 */
export async function measureLatency(
  socket: WebSocket,
  post: (n: number) => Promise<{ committedAt: number } | undefined>,
  { perSecond, seconds, first }: { perSecond: number; seconds: number; first: number },
): Promise<Latencies> {
  const arrivedAt = new Map<number, number>()
  const onMessage = (data: WebSocket.RawData) => {
    const { data: content } = JSON.parse(String(data))
    const n = content?.n ?? content?._extra?.n
    if (n !== undefined && !arrivedAt.has(n)) arrivedAt.set(n, now())
  }
  socket.on('message', onMessage)
  const total = perSecond * seconds
  const startedAt = now()
  const posts = Array.from({ length: total }, async (_, at) => {
    await sleep(Math.max(0, startedAt + (at * 1000) / perSecond - now()))
    const postedAt = now()
    const committed = await post(first + at)
    return { n: first + at, postedAt, committedAt: committed?.committedAt ?? Number.NaN }
  })
  const posted = await Promise.all(posts)
  for (const end = now() + 5000; arrivedAt.size < total && now() < end; ) await sleep(10)
  socket.off('message', onMessage)
  if (arrivedAt.size !== total) throw new Error(`${arrivedAt.size} of ${total} frames arrived`)
  const sorted = (since: 'postedAt' | 'committedAt') =>
    posted
      .map((one) => (arrivedAt.get(one.n) as number) - one[since])
      .filter((ms) => !Number.isNaN(ms))
      .sort((a, b) => a - b)
  return { fromPost: sorted('postedAt'), fromCommit: sorted('committedAt') }
}

export function percentile(sorted: number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] as number
}
