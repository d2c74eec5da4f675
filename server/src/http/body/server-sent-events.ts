import { once } from 'node:events'
import type { FastifyReply } from 'fastify'

export interface ServerSentEvent {
  id: string
  event: string
  data: unknown
}

/** Where a stream starts: resuming after this id misses nothing. */
export interface StreamPosition {
  id: string
  data?: undefined
}

/** How a stream learns that its credential was revoked. */
export interface StreamAccess {
  stillAllowed(): Promise<boolean>
  watchCredentials(onNews: () => void): () => void
}

const heartbeatMs = 10_000

/**
 * Sends events until the client disconnects, the server stops or the credential is revoked. A slow
 * client slows down the source; nothing accumulates in memory.
 */
export async function sendEvents(
  reply: FastifyReply,
  begin: (signal: AbortSignal) => Promise<AsyncIterable<ServerSentEvent | StreamPosition>>,
  { stillAllowed, watchCredentials }: StreamAccess,
  stopping: AbortSignal,
): Promise<void> {
  const leaving = new AbortController()
  const response = reply.raw
  const leave = () => leaving.abort()
  response.once('close', leave)
  const source = await begin(leaving.signal)
  stopping.addEventListener('abort', leave, { once: true })
  if (stopping.aborted) leave()
  reply.hijack()
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // A stream ends when the server stops; a connection left open would delay the shutdown.
    connection: 'close',
    'x-accel-buffering': 'no',
  })
  response.write(': hello\n\n')
  const check = () => void stillAllowed().then((allowed) => allowed || leave(), leave)
  const heartbeat = setInterval(() => {
    response.write(': still here\n\n')
    check()
  }, heartbeatMs)
  const stopWatching = watchCredentials(check)
  try {
    for await (const message of source) {
      if (leaving.signal.aborted || !(await stillAllowed())) break
      const roomLeft = response.write(writeMessage(message))
      if (!roomLeft) await once(response, 'drain', { signal: leaving.signal })
    }
  } catch (error) {
    // The response has started, so it is too late to report the error; the client will reconnect.
    if (!leaving.signal.aborted) reply.log.warn({ err: error }, 'an event stream failed')
  } finally {
    clearInterval(heartbeat)
    stopWatching()
    stopping.removeEventListener('abort', leave)
    leave()
    response.end()
  }
}

/** Clients don't report an id without data as an event, but use it for `Last-Event-ID`. */
function writeMessage(message: ServerSentEvent | StreamPosition): string {
  if (message.data === undefined) return `id: ${message.id}\n\n`
  const { id, event, data } = message as ServerSentEvent
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
