import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** Opens a socket and waits for its first message. */
export async function openSocket(url: string, authorization: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers: { authorization }, perMessageDeflate: false })
  await once(socket, 'message')
  return socket
}

/**
 * Posts at a steady rate. Returns the times from the post to its frame in milliseconds, shortest
 * first. `post` creates an event that has `data.n` or `data._extra.n`.
 */
export async function measureLatency(
  socket: WebSocket,
  post: (n: number) => Promise<void>,
  { perSecond, seconds, first }: { perSecond: number; seconds: number; first: number },
): Promise<number[]> {
  const arrivedAt = new Map<number, number>()
  const onMessage = (data: WebSocket.RawData) => {
    const { data: content } = JSON.parse(String(data))
    const n = content?.n ?? content?._extra?.n
    if (n !== undefined && !arrivedAt.has(n)) arrivedAt.set(n, performance.now())
  }
  socket.on('message', onMessage)
  const total = perSecond * seconds
  const startedAt = performance.now()
  const posts = Array.from({ length: total }, async (_, at) => {
    await sleep(Math.max(0, startedAt + (at * 1000) / perSecond - performance.now()))
    const postedAt = performance.now()
    await post(first + at)
    return { n: first + at, postedAt }
  })
  const posted = await Promise.all(posts)
  const end = performance.now() + 5000
  while (arrivedAt.size < total && performance.now() < end) await sleep(10)
  socket.off('message', onMessage)
  if (arrivedAt.size !== total) throw new Error(`${arrivedAt.size} of ${total} frames arrived`)
  return posted
    .map(({ n, postedAt }) => (arrivedAt.get(n) as number) - postedAt)
    .sort((a, b) => a - b)
}

export function percentile(sorted: number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] as number
}
