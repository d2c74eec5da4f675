import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Converts a request for the MCP library; its body is already parsed and checked. */
export function toWebRequest(
  { method, url, headers }: FastifyRequest,
  publicUrl: string,
  signal: AbortSignal,
): Request {
  const given = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    // The actor is known, so the secret does not need to travel further.
    if (value !== undefined && name !== 'authorization') given.set(name, [value].flat().join(', '))
  }
  return new Request(new URL(url, publicUrl), { method, headers: given, signal })
}

/** Sends the library's response; a stream continues until either side ends it. */
export async function sendWebResponse(
  reply: FastifyReply,
  response: Response,
  signal: AbortSignal,
): Promise<void> {
  const headers = Object.fromEntries(response.headers)
  const isStream = headers['content-type']?.startsWith('text/event-stream')
  if (!isStream || !response.body) {
    await reply
      .code(response.status)
      .headers(headers)
      .send(await response.text())
    return
  }
  reply.hijack()
  const { raw } = reply
  raw.writeHead(response.status, {
    ...(reply.getHeaders() as Record<string, string>),
    ...headers,
    // A stream ends when the server stops; a kept-alive connection would delay that.
    connection: 'close',
  })
  raw.flushHeaders()
  const reader = response.body.getReader()
  const leave = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (!raw.write(value)) await once(raw, 'drain', { signal })
    }
  } catch (error) {
    if (!signal.aborted) reply.log.warn({ err: error }, 'a stream of /mcp was interrupted')
  } finally {
    signal.removeEventListener('abort', leave)
    raw.end()
  }
}
