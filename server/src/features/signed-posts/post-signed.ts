import { Webhook } from 'standardwebhooks'
import type { Deps } from '../../deps.ts'
import type { Fetched } from '../../platform/safe-fetch/safe-fetch.ts'
import { step, traceparent } from '../../platform/tracing/tracer.ts'

export interface SignedPost {
  url: string
  /** Each secret adds a signature; the receiver needs only one of them. */
  secrets: string[]
  id: string
  body: string
  maxAnswerBytes: number
  signal?: AbortSignal
}

const timeoutMs = 15_000

/**
 * Posts JSON as in Standard Webhooks. Does not follow redirects; returns any status. The receiver
 * can continue the trace, if there is one.
 */
export function postSigned(
  { safeFetch, clock }: Pick<Deps, 'safeFetch' | 'clock'>,
  { url, secrets, id, body, maxAnswerBytes, signal }: SignedPost,
): Promise<Fetched> {
  const now = clock()
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, now, body))
  const attributes = { 'server.address': readHost(url), 'http.request.method': 'POST' }
  return step({ name: 'POST webhook', kind: 'client', attributes }, () =>
    safeFetch.webhooks(url, {
      method: 'POST',
      headers: {
        ...traceHeaders(),
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signatures.join(' '),
      },
      body,
      maxBytes: maxAnswerBytes,
      timeoutMs,
      maxRedirects: 0,
      anyStatus: true,
      ...(signal && { signal }),
    }),
  )
}

function traceHeaders(): Record<string, string> {
  const trace = traceparent()
  return trace ? { traceparent: trace } : {}
}

function readHost(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}
