import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { type PushService, startPushService } from '../../../test/push-service.ts'
import { sample, seed } from '../../../test/soak.ts'
import { createSafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { TryLater, Undeliverable } from '../channel.ts'
import { fitPayload, type PushPayload } from './fit-payload.ts'
import { derivePushKeys, newPushKey } from './push-keys.ts'
import { SubscriptionGone, sendPush } from './send-push.ts'

const log = { warn: () => {} }
const safeFetch = createSafeFetch({ allowCidrs: ['127.0.0.1/32'], log })
const vapid = { ...derivePushKeys(newPushKey()), subject: 'mailto:operator@example.com' }
let service: PushService

beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.answer = undefined
  service.received.length = 0
})

function payload(changes: Partial<PushPayload> = {}): PushPayload {
  return {
    title: 'Which picture?',
    message: 'Two are left for the campaign.',
    url: 'https://atelier.example/threads/7',
    notification_id: randomUUID(),
    category: 'agentNeedsInput',
    thread_id: 'thread-7',
    ...changes,
  }
}

function send(changes: Partial<PushPayload> = {}, { endpoint, keys } = service.subscribe()) {
  return sendPush(safeFetch, vapid, { endpoint, ...keys }, payload(changes))
}

describe('a push message', () => {
  test('can be decrypted by the browser and is signed by us', async () => {
    const notification_id = randomUUID()
    await send({ notification_id })
    const [push] = service.received
    expect(push?.payload).toEqual(payload({ notification_id }))
    expect(push?.headers).toMatchObject({
      ttl: '86400',
      urgency: 'high',
      topic: notification_id.replaceAll('-', ''),
      'content-encoding': 'aes128gcm',
    })
    expect(push?.publicKey).toBe(vapid.publicKey)
    expect(push?.claims).toMatchObject({ aud: service.url, sub: vapid.subject })
    const hours = ((push?.claims.exp ?? 0) * 1000 - Date.now()) / 3_600_000
    expect(hours > 1 && hours <= 24).toBe(true)
  })

  test('has normal urgency for completed tasks', async () => {
    await send({ category: 'agentTaskCompleted' })
    expect(service.received[0]?.headers.urgency).toBe('normal')
  })

  test('is cut to 3 kB between characters, whatever is in it', async () => {
    const family = '👩‍👩‍👧‍👦'
    await send({ message: family.repeat(1000) })
    const message = String(service.received[0]?.payload.message)
    expect(message.replaceAll(family, '')).toBe('…')
    expect(message.length).toBeGreaterThan(900)

    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 2000 }),
      fc.constantFrom(
        '"\n\\'.repeat(900),
        '\u0001'.repeat(2000),
        '€'.repeat(1500),
        family.repeat(200),
      ),
    )
    fc.assert(
      fc.property(
        fc.record({ title: text, message: text, url: fc.option(text), thread_id: fc.option(text) }),
        (changes) => {
          const json = fitPayload(payload(changes))
          expect(Buffer.byteLength(json)).toBeLessThanOrEqual(3072)
          const fitted = JSON.parse(json)
          const kept = String(fitted.message).replace(/…$/, '')
          expect(changes.message.startsWith(kept)).toBe(true)
          expect([changes.url, null]).toContain(fitted.url)
        },
      ),
      { numRuns: sample(60, 2000), seed },
    )
  })
})

describe('responses of the push service', () => {
  const answered = (status: number, body = '', headers: Record<string, string> = {}) => {
    service.answer = (res) => res.writeHead(status, headers).end(body)
    return catchError(send())
  }

  test.each([404, 410])('%i: the subscription has ended', async (status) => {
    const error = await answered(status)
    expect(error).toBeInstanceOf(SubscriptionGone)
    expect(error).toBeInstanceOf(Undeliverable)
  })

  test('429: retry later', async () => {
    const error = await answered(429, '', { 'retry-after': '120' })
    expect(error).toBeInstanceOf(TryLater)
    expect((error as unknown as TryLater).afterSeconds).toBe(120)
  })

  test.each([
    [413, 'too large'],
    [403, '{"reason": "BadJwtToken"}'],
  ])('%i: final', async (status, body) => {
    const error = await answered(status, body)
    expect(error).toBeInstanceOf(Undeliverable)
    expect(error).not.toBeInstanceOf(SubscriptionGone)
    expect(error.message).toMatch(/too large|BadJwtToken/)
  })

  test('500 is retryable', async () => {
    const error = await answered(500)
    expect([error instanceof Undeliverable, error instanceof TryLater]).toEqual([false, false])
  })
})

test('addresses in private networks are rejected for good', async () => {
  const strict = createSafeFetch({ allowCidrs: [], log })
  const { keys } = service.subscribe()
  for (const endpoint of ['https://169.254.169.254/x', 'https://[::1]/', 'https://127.0.0.1/']) {
    const error = await catchError(sendPush(strict, vapid, { endpoint, ...keys }, payload()))
    expect([endpoint, error instanceof Undeliverable]).toEqual([endpoint, true])
  }
})

test('every private key has 32 bytes, even one that starts with zero', () => {
  // One key in 256 starts with zero, so a thousand keys include some.
  for (let n = 0; n < 1000; n++) {
    const privateKey = newPushKey()
    expect(Buffer.from(privateKey, 'base64url').length).toBe(32)
    expect(Buffer.from(derivePushKeys(privateKey).publicKey, 'base64url').length).toBe(65)
  }
})
