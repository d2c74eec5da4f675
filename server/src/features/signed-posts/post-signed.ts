import { Webhook } from 'standardwebhooks'
import type { Deps } from '../../deps.ts'
import type { Fetched } from '../../platform/safe-fetch/safe-fetch.ts'

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

/** Posts JSON as in Standard Webhooks. Does not follow redirects; returns any status. */
export function postSigned(
  { safeFetch, clock }: Pick<Deps, 'safeFetch' | 'clock'>,
  { url, secrets, id, body, maxAnswerBytes, signal }: SignedPost,
): Promise<Fetched> {
  const now = clock()
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, now, body))
  return safeFetch.webhooks(url, {
    method: 'POST',
    headers: {
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
  })
}
