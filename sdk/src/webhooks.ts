import type { WebhookMessage } from './generated/events.ts'

export interface VerifyOptions {
  /** The maximum difference between the message's time and ours. */
  toleranceSeconds?: number
  now?: () => number
}

/** The message doesn't prove that it comes from your workspace, or it is too late. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

type HeaderSource = Headers | Record<string, string | string[] | undefined>

/**
 * Verifies a webhook as specified by Standard Webhooks and returns its payload. Pass the body as
 * received, as text or bytes. Pass several secrets during a rotation.
 */
export async function verifyWebhook<T = WebhookMessage>(
  body: string | Uint8Array | ArrayBuffer,
  headers: HeaderSource,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now }: VerifyOptions = {},
): Promise<T> {
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signatures = readHeader(headers, 'webhook-signature')
  if (!id || !timestamp || !signatures) throw new WebhookError('A webhook header is missing')
  const ageSeconds = now() / 1000 - Number(timestamp)
  if (!/^\d+$/.test(timestamp) || Math.abs(ageSeconds) > toleranceSeconds) {
    throw new WebhookError('The webhook timestamp is too old or in the future')
  }
  const bytes = toBytes(body)
  const signed = joined(toBytes(`${id}.${timestamp}.`), bytes)
  for (const secret of [secrets].flat()) {
    if (await isSignedWith(secret as string, signed, signatures)) {
      return JSON.parse(new TextDecoder().decode(bytes))
    }
  }
  throw new WebhookError('No webhook signature matches')
}

async function isSignedWith(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
): Promise<boolean> {
  const raw = base64(secret.replace(/^whsec_/, ''))
  if (!raw || raw.length === 0)
    throw new TypeError('A webhook secret must be "whsec_" followed by base64')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify'])
  for (const entry of signatures.split(' ')) {
    const [version, text = ''] = entry.split(',')
    const signature = version === 'v1' ? base64(text) : undefined
    // Compares in constant time.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true
  }
  return false
}

function readHeader(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return Array.isArray(value) ? value[0] : value
}

function toBytes(value: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof value === 'string') return new TextEncoder().encode(value)
  return value instanceof Uint8Array ? value : new Uint8Array(value)
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

function base64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
