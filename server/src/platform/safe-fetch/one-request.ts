import type { Readable } from 'node:stream'
import { Client } from 'undici'
import { type ConnectorSettings, guardedConnector } from './guarded-connector.ts'
import type { Hop } from './redirects.ts'
import type { FetchOptions } from './safe-fetch.ts'

/** An answer as it came: nothing of it has been judged but the address that it came from. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: Readable
  /** Ends the connection; what has not been read is lost. */
  close(): void
}

const maxHeaderBytes = 16 * 1024

/** A connection serves one request, so nothing left in it can ever answer another caller's. */
export async function sendRequest(
  connector: ConnectorSettings,
  { url, method, headers, body }: Hop,
  { maxBytes, idleTimeoutMs = 0 }: Pick<FetchOptions, 'maxBytes' | 'idleTimeoutMs'>,
  signal: AbortSignal,
): Promise<RawAnswer> {
  const client = new Client(url.origin, {
    connect: guardedConnector(connector, signal),
    allowH2: false,
    maxHeaderSize: maxHeaderBytes,
    // What comes over the wire may be a little more than the content: compressing can lengthen it.
    maxResponseSize: Math.ceil(maxBytes * 1.01) + 1024,
    // One deadline rules over all of it: the signal. These tell only that nothing happens.
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  })
  const close = () => void client.destroy().catch(() => {})
  try {
    const path = url.pathname + url.search
    const answer = await client.request({ path, method, headers, body: body ?? null, signal })
    // An answer that is closed unread fails with nobody listening.
    answer.body.on('error', () => {})
    return {
      status: answer.statusCode,
      headers: flattened(answer.headers),
      body: answer.body,
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

function flattened(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]),
  )
}
