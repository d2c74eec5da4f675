import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { useService, useTenant } from '../../../test/harness.ts'
import { type PushService, startPushService } from '../../../test/push-service.ts'
import { type OutgoingMessage, TryLater, Undeliverable } from '../../channels/channel.ts'
import { newPushKey } from '../../channels/push/push-keys.ts'
import { serverSecret } from '../../platform/server-secrets.ts'
import { pushTo } from './push-to.ts'
import { subscriptionsOfPerson } from './queries.ts'

const service = useService({ allowCidrs: ['127.0.0.1/32'] })
const path = '/api/v1/push/subscriptions'
let browsers: PushService
const mia = useTenant(service, beforeEach)

beforeAll(async () => {
  browsers = await startPushService()
})
afterAll(() => browsers.close())
beforeEach(async () => {
  browsers.answer = undefined
  browsers.received.length = 0
})

const call = (method: string, url: string, body?: unknown, tenant = mia) =>
  service.call(method, url, { key: tenant.key, body })

async function subscribed(changes: object = {}, tenant = mia): Promise<string> {
  const { status, body } = await call('POST', path, { ...browsers.subscribe(), ...changes }, tenant)
  expect(status).toBe(201)
  return body.id
}

const list = async (tenant = mia) => (await call('GET', path, undefined, tenant)).body.results

function message(): OutgoingMessage {
  return {
    notificationId: crypto.randomUUID(),
    category: 'agentError',
    categoryLabel: 'Error',
    title: 'The newsletter was not sent',
    message: 'The provider refuses the sender.',
    body: '# Not for push',
    action: { label: 'View details', url: 'https://atelier.example/threads/7' },
    sender: 'Scout',
    workspace: { id: mia.workspaceId, name: 'Northwind' },
    threadId: 'thread-7',
    question: null,
    createdAt: new Date(),
  }
}

const push = (subscriptionId: string, sent = message()) =>
  pushTo(service.deps, { workspaceId: mia.workspaceId, subscriptionId, message: sent })

describe('subscribing', () => {
  test('a browser is stored and shown without its endpoint and keys', async () => {
    const browser = browsers.subscribe()
    const { status, body } = await call('POST', path, { ...browser, label: ' Firefox on Linux ' })
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        label: 'Firefox on Linux',
        service: new URL(browsers.url).host,
        created_at: expect.any(String),
        last_used_at: null,
      },
    ])
    const { text } = await call('GET', path)
    expect(JSON.parse(text)).toEqual({ count: 1, results: [body] })
    for (const secret of [browser.endpoint, browser.keys.auth, browser.keys.p256dh])
      expect(text).not.toContain(secret)
    expect((await call('DELETE', `${path}/${body.id}`)).status).toBe(204)
    expect((await call('DELETE', `${path}/${body.id}`)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  test('a browser that subscribes again keeps its entry, and gets the new keys', async () => {
    const first = browsers.subscribe()
    const id = await subscribed(first)
    const again = await call('POST', path, { ...first, label: 'Renamed' })
    expect([again.status, again.body.id]).toEqual([201, id])
    expect(await list()).toMatchObject([{ id, label: 'Renamed' }])
    // The same browser with another user gets its own entry.
    const jo = await service.colleague(mia, 'guest')
    expect(await subscribed(first, jo)).not.toBe(id)
  })

  test('at most 20 per person, even concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => call('POST', path, browsers.subscribe())),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(2).fill([409, 'too_many_push_subscriptions']),
    )
    expect(await list()).toHaveLength(20)
    await subscribed({}, await service.colleague(mia, 'member'))
  })

  const { endpoint, keys } = {
    endpoint: 'https://push.example/x',
    keys: {
      p256dh:
        'BEzrpbcDbVXD8IMFfrozkz4DWjtTnTTsjL9_CntB7_DGs1oHduUU0Z5jqU_Gcu46iIrcJYbp8RJGyINHmVlVwrU',
      auth: 'uUJmNBuoOCAOy-K4-lyDRA',
    },
  }
  const point = Buffer.from(keys.p256dh, 'base64url')
  const offCurve = Buffer.from(point).fill(1, 64).toString('base64url')
  const compressed = Buffer.concat([Buffer.from([2]), point.subarray(1, 33)]).toString('base64url')

  test.each([
    [{ endpoint: 'http://push.example/x' }, 'endpoint'],
    [{ endpoint: 'http://127.0.0.2/x' }, 'endpoint'],
    [{ endpoint: 'http://10.0.0.1/x' }, 'endpoint'],
    [{ endpoint: 'http://127.0.0.1.evil.example/x' }, 'endpoint'],
    [{ endpoint: 'https://me:pass@push.example/x' }, 'endpoint'],
    [{ endpoint: 'push.example/x' }, 'endpoint'],
    [{ endpoint: 'javascript:alert(1)' }, 'endpoint'],
    [{ keys: { ...keys, p256dh: offCurve } }, 'keys.p256dh'],
    [{ keys: { ...keys, p256dh: compressed } }, 'keys.p256dh'],
    [{ keys: { ...keys, p256dh: 'not base64!' } }, 'keys.p256dh'],
    [{ keys: { ...keys, auth: 'AAAA' } }, 'keys.auth'],
    [{ keys: { ...keys, auth: `${keys.auth}AA` } }, 'keys.auth'],
    [{ keys: { p256dh: keys.p256dh } }, 'keys.auth'],
    [{ label: ' ' }, 'label'],
    [{ label: 'x'.repeat(101) }, 'label'],
  ])('400 for %j', async (changes, field) => {
    const answer = await call('POST', path, { endpoint, keys, ...changes })
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, field])
  })

  test('a colleague’s browser is not found', async () => {
    const jo = await service.colleague(mia, 'admin')
    const id = await subscribed({}, jo)
    for (const [method, url] of [
      ['DELETE', `${path}/${id}`],
      ['POST', `${path}/${id}/test`],
    ] as const)
      expect([method, (await call(method, url)).body.code]).toEqual([
        method,
        'push_subscription_not_found',
      ])
    expect(await list()).toEqual([])
    expect(await list(jo)).toHaveLength(1)
    expect(browsers.received).toEqual([])
  })
})

describe('the key of the installation', () => {
  test('is the same for everyone and signs the messages', async () => {
    const jo = await service.tenant()
    const { public_key } = (await call('GET', '/api/v1/push/key')).body
    expect((await call('GET', '/api/v1/push/key', undefined, jo)).body.public_key).toBe(public_key)
    await push(await subscribed())
    expect(browsers.received[0]?.publicKey).toBe(public_key)
    expect(browsers.received[0]?.claims.sub).toBe('mailto:atelier@localhost')
  })

  test('processes that start concurrently agree on it', async () => {
    const { db, random } = service.deps
    const start = () => serverSecret(db, random, 'a key for this test', newPushKey)
    const keys = await Promise.all(Array.from({ length: 8 }, start))
    expect(new Set(keys).size).toBe(1)
    expect(await start()).toBe(keys[0])
  })
})

describe('pushing', () => {
  test('the browser reads title and message, and the use is recorded', async () => {
    const id = await subscribed({ label: 'Phone' })
    const sql = service.deps.db.workspace(mia.workspaceId)
    expect(await subscriptionsOfPerson(sql, mia.workspaceId, mia.userId)).toMatchObject([
      { id, label: 'Phone' },
    ])
    const sent = message()
    await push(id, sent)
    expect(browsers.received[0]?.payload).toEqual({
      title: sent.title,
      message: sent.message,
      url: sent.action.url,
      notification_id: sent.notificationId,
      category: 'agentError',
      thread_id: 'thread-7',
    })
    expect((await list())[0].last_used_at).toEqual(expect.any(String))
  })

  test('a browser that has withdrawn is deleted and never called again', async () => {
    const id = await subscribed()
    const other = await subscribed()
    browsers.answer = (res) => res.writeHead(410).end()
    const gone = await catchError(push(id))
    expect(gone).toBeInstanceOf(Undeliverable)
    expect(gone.message).toBe('The browser has withdrawn its subscription')
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([other])
    const asked = browsers.requests.length
    expect((await catchError(push(id))).message).toBe(gone.message)
    expect(browsers.requests.length).toBe(asked)
  })

  test('a browser that has subscribed again in the meantime stays', async () => {
    const browser = browsers.subscribe()
    const id = await subscribed(browser)
    const { keys } = browsers.subscribe()
    browsers.answer = async (res) => {
      await call('POST', path, { endpoint: browser.endpoint, keys })
      res.writeHead(404).end()
    }
    expect(await catchError(push(id))).toBeInstanceOf(Undeliverable)
    expect(await list()).toHaveLength(1)
  })

  test('a temporary error leaves the subscription unchanged', async () => {
    const id = await subscribed()
    browsers.answer = (res) => res.writeHead(429, { 'retry-after': '5' }).end()
    expect(await catchError(push(id))).toBeInstanceOf(TryLater)
    browsers.answer = (res) => res.writeHead(500).end()
    expect(await catchError(push(id))).not.toBeInstanceOf(Undeliverable)
    expect(await list()).toMatchObject([{ id, last_used_at: null }])
  })

  test('not to a subscription of another workspace', async () => {
    const jo = await service.tenant()
    const id = await subscribed({}, jo)
    expect(await catchError(push(id))).toBeInstanceOf(Undeliverable)
    expect(browsers.received).toEqual([])
    expect(await list(jo)).toHaveLength(1)
  })

  test('a test returns its result', async () => {
    const id = await subscribed()
    const sent = await call('POST', `${path}/${id}/test`)
    expect([sent.status, sent.body]).toEqual([200, { status: 'sent' }])
    expect(browsers.received[0]?.payload.title).toBe('Test notification')
    browsers.answer = (res) => res.writeHead(410).end()
    const { status, body } = await call('POST', `${path}/${id}/test`)
    expect([status, body.code, body.detail]).toEqual([
      502,
      'push_failed',
      'The browser has withdrawn its subscription',
    ])
    expect(await list()).toEqual([])
  })

  test('a service in a private network is rejected and never called', async () => {
    const id = await subscribed({ endpoint: 'https://169.254.169.254/latest' })
    const { status, body } = await call('POST', `${path}/${id}/test`)
    expect([status, body.detail]).toEqual([502, expect.stringContaining('private')])
  })
})
