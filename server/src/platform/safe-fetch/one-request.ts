import type { Readable } from 'node:stream'
import { Client } from 'undici'
import { type ConnectorSettings, guardedConnector } from './guarded-connector.ts'
import type { Hop } from './redirects.ts'
import type { FetchOptions } from './safe-fetch.ts'

/** A raw response: only the address it came from has been checked. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: Readable
  /** Closes the connection; unread data is lost. */
  close(): void
}

const maxHeaderBytes = 16 * 1024

/** A connection serves one request, so leftover data can never answer another caller's request. */
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
    // The transfer may be slightly larger than the content, because compression can add bytes.
    maxResponseSize: Math.ceil(maxBytes * 1.01) + 1024,
    // The signal is the only overall deadline. These timeouts only detect inactivity.
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  })
  const close = () => void client.destroy().catch(() => {})
  try {
    const path = url.pathname + url.search
    const answer = await client.request({ path, method, headers, body: body ?? null, signal })
    // A response closed unread emits an error that nobody listens to.
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
