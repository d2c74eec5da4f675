import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { VerifyScheme } from './schemas.ts'

export interface Delivery {
  headers: IncomingHttpHeaders
  rawBody: Buffer
}

interface VerifiedDelivery {
  /** The same if the sender repeats the delivery; undefined if it cannot be recognized. */
  deliveryId?: string | undefined
}

/** A delivery whose origin cannot be proven, with the reason for its sender. */
export class HookRefused extends Error {}

const toleranceSeconds = 300

/** Proves that a delivery comes from someone who knows one of the secrets, and is recent. */
export function verifyHook(
  scheme: VerifyScheme,
  secrets: readonly string[],
  delivery: Delivery,
  now: Date,
): VerifiedDelivery {
  return schemes[scheme](secrets, delivery, now)
}

type Scheme = (secrets: readonly string[], delivery: Delivery, now: Date) => VerifiedDelivery

const schemes: Record<VerifyScheme, Scheme> = {
  // The URL is the secret.
  token: (_, delivery) => ({
    deliveryId: header(delivery, 'idempotency-key') ?? header(delivery, 'webhook-id'),
  }),

  'standard-webhooks': (secrets, delivery, now) => {
    const id = need(delivery, 'webhook-id')
    const timestamp = recent(need(delivery, 'webhook-timestamp'), now)
    const given = need(delivery, 'webhook-signature')
      .split(' ')
      .filter((one) => one.startsWith('v1,'))
      .map((one) => one.slice(3))
    const expected = secrets.map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      return hmac(key, `${id}.${timestamp}.`, delivery).toString('base64')
    })
    requireMatch(given, expected)
    return { deliveryId: id }
  },

  github: (secrets, delivery) => {
    const given = need(delivery, 'x-hub-signature-256')
    requireMatch(
      [given],
      secrets.map((secret) => `sha256=${hmac(secret, '', delivery).toString('hex')}`),
    )
    return { deliveryId: header(delivery, 'x-github-delivery') }
  },

  stripe: (secrets, delivery, now) => {
    const fields = need(delivery, 'stripe-signature')
      .split(',')
      .map((field) => field.trim().split('='))
    const readValues = (name: string) =>
      fields.flatMap(([key, value]) => (key === name && value ? [value] : []))
    const timestamp = recent(readValues('t')[0] ?? '', now)
    const expected = secrets.map((secret) =>
      hmac(secret, `${timestamp}.`, delivery).toString('hex'),
    )
    requireMatch(readValues('v1'), expected)
    return { deliveryId: bodyField(delivery, 'id') }
  },

  slack: (secrets, delivery, now) => {
    const timestamp = recent(need(delivery, 'x-slack-request-timestamp'), now)
    const expected = secrets.map(
      (secret) => `v0=${hmac(secret, `v0:${timestamp}:`, delivery).toString('hex')}`,
    )
    const signature = need(delivery, 'x-slack-signature')
    requireMatch([signature], expected)
    // Commands and buttons have no event id, but their signature is theirs alone.
    return { deliveryId: bodyField(delivery, 'event_id') ?? signature }
  },

  /** `X-Signature-256: sha256=…` over the body, or over `timestamp.body` with `X-Timestamp`. */
  'hmac-sha256': (secrets, delivery, now) => {
    const given = need(delivery, 'x-signature-256').replace(/^sha256=/, '')
    const sentAt = header(delivery, 'x-timestamp')
    const prefix = sentAt === undefined ? '' : `${recent(sentAt, now)}.`
    const digests = secrets.map((secret) => hmac(secret, prefix, delivery))
    requireMatch(
      [given],
      digests.flatMap((digest) => [digest.toString('hex'), digest.toString('base64')]),
    )
    // Other headers are not signed, so only the signature tells a replay from a new delivery.
    return { deliveryId: digests[0]?.toString('hex') }
  },
}

/** A repeated header may be an attack, so it does not count. */
function header({ headers }: Delivery, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value !== '' && value.length <= 1000 ? value : undefined
}

function need(delivery: Delivery, name: string): string {
  const value = header(delivery, name)
  if (value === undefined) throw new HookRefused(`The header ${name} is missing.`)
  return value
}

function recent(timestamp: string, now: Date): string {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (Math.abs(now.getTime() / 1000 - seconds) <= toleranceSeconds) return timestamp
  throw new HookRefused('The timestamp is missing, or more than five minutes off.')
}

function hmac(key: string | Buffer, prefix: string, { rawBody }: Delivery): Buffer {
  return createHmac('sha256', key).update(prefix).update(rawBody).digest()
}

function requireMatch(given: readonly string[], expected: readonly string[]): void {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const matches = given.some((one) =>
    expected.map((other) => timingSafeEqual(digest(one), digest(other))).includes(true),
  )
  if (!matches) throw new HookRefused('The signature does not match the body and the secret.')
}

/** A text field of a verified JSON body. */
function bodyField({ rawBody }: Delivery, name: string): string | undefined {
  try {
    const value = (JSON.parse(rawBody.toString('utf8')) as Record<string, unknown>)[name]
    return typeof value === 'string' && value.length <= 500 ? value : undefined
  } catch {
    return undefined
  }
}
