import { once } from 'node:events'
import type { FastifyReply } from 'fastify'

export interface ServerSentEvent {
  id: string
  event: string
  data: unknown
}

const heartbeatMs = 10_000

/**
 * Sends a stream of events until the client leaves, the server stops or the credential is revoked.
 * A client that reads slowly slows the source; nothing piles up in memory.
 */
export async function sendEvents(
  reply: FastifyReply,
  source: (signal: AbortSignal) => AsyncIterable<ServerSentEvent>,
  stillAllowed: () => Promise<boolean>,
  stopping: AbortSignal,
): Promise<void> {
  const leaving = new AbortController()
  const response = reply.raw
  const leave = () => leaving.abort()
  stopping.addEventListener('abort', leave, { once: true })
  response.once('close', leave)
  reply.hijack()
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  response.write(': hello\n\n')
  const heartbeat = setInterval(() => {
    response.write(': still here\n\n')
    void stillAllowed().then((allowed) => allowed || leave())
  }, heartbeatMs)
  try {
    for await (const { id, event, data } of source(leaving.signal)) {
      if (leaving.signal.aborted || !(await stillAllowed())) break
      const roomLeft = response.write(
        `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
      )
      if (!roomLeft) await once(response, 'drain', { signal: leaving.signal })
    }
  } finally {
    clearInterval(heartbeat)
    stopping.removeEventListener('abort', leave)
    leave()
    response.end()
  }
}
