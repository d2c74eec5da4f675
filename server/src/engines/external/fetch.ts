import { Readable } from 'node:stream'
import { FetchRefused } from '../../platform/safe-fetch/fetch-refused.ts'
import { createSafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { EngineError } from '../engine-error.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** One day. The adapters have their own, shorter timeouts. */
const timeoutMs = 24 * 60 * 60 * 1000
const maxBytes = 1024 ** 3

/**
 * `fetch` for external engines. Workspace admins, not the operator, set their URLs, so these reach
 * the operator's network only where that is allowed.
 */
export function openExternalFetch(allowCidrs: readonly string[]): Fetch {
  const safeFetch = createSafeFetch({ allowCidrs, log: { warn: () => {} } })
  return async (url, init) => {
    try {
      const { status, headers, stream } = await safeFetch(url, {
        method: init.method as 'GET' | 'POST',
        headers: init.headers as Record<string, string>,
        ...(init.body && { body: readBody(init) }),
        ...(init.signal && { signal: init.signal }),
        ...(init.redirect === 'manual' && { maxRedirects: 0 }),
        anyStatus: true,
        timeoutMs,
        maxBytes,
      })
      const hasBody = status !== 204 && status !== 205 && status !== 304
      if (!hasBody) stream.destroy()
      const body = hasBody ? (Readable.toWeb(stream) as ReadableStream) : null
      return new Response(body, { status, headers })
    } catch (error) {
      throw explain(error)
    }
  }
}

/** A stream is sent with its length, because some servers reject a request without one. */
function readBody({ body, headers }: RequestInit) {
  if (!(body instanceof ReadableStream)) return body as string | Uint8Array
  const bytes = Number((headers as Record<string, string>)['content-length'])
  return { stream: Readable.fromWeb(body as never), bytes }
}

/** Turns an error that no retry can fix into a message that says what to do. */
function explain(cause: unknown): unknown {
  if (!(cause instanceof FetchRefused) || cause.retryable) return cause
  if (cause.code === 'forbidden_address') {
    const message =
      'The engine’s URL points to a private network. The operator can allow it in ATELIER_ALLOW_CIDRS for the purpose engines.'
    return new EngineError('engine_address_forbidden', message, { cause })
  }
  return new EngineError('engine_refused', cause.message, { cause })
}
