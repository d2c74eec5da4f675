import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '../../src/features/auth/sessions.ts'
import { insertMembership } from '../../src/features/workspaces/queries.ts'
import { type Tenant, useService } from '../harness.ts'
import { type PushService, startPushService } from '../push-service.ts'
import { until, within } from '../server-client.ts'

/** An Idempotency-Key neither blocks others nor returns data of another workspace. */
const service = useService({ allowCidrs: ['127.0.0.1/32'] })
const spaces = '/api/v1/workspaces/teamspaces'
const subscriptions = '/api/v1/push/subscriptions'

let push: PushService
let hanging: (() => void)[] = []

beforeAll(async () => {
  push = await startPushService()
})
afterAll(() => push.close())
beforeEach(() => {
  push.answer = undefined
  hanging = []
})

/** The receiver accepts every message and doesn't respond until it is released. */
function hang(status = 201): void {
  push.answer = (response) => void hanging.push(() => response.writeHead(status).end())
}

function release(): void {
  push.answer = undefined
  for (const one of hanging.splice(0)) one()
}

async function subscribe({ key }: Tenant): Promise<string> {
  const { body } = await service.call('POST', subscriptions, { key, body: push.subscribe() })
  return body.id
}

function testPush({ key }: Tenant, id: string, idempotencyKey: string) {
  const headers = { 'idempotency-key': idempotencyKey }
  return service.call('POST', `${subscriptions}/${id}/test`, { key, headers })
}

const lookUp = ({ key }: Tenant, name: string) =>
  service.call('GET', `/api/v1/idempotency/${name}`, { key })

describe('a slow receiver', () => {
  test('called by many guests with keys does not delay another workspace', async () => {
    const other = await service.tenant()
    const mia = await service.tenant()
    const guests = await Promise.all(
      Array.from({ length: 20 }, () => service.colleague(mia, 'guest')),
    )
    const ids = await Promise.all(guests.map(subscribe))
    hang()
    const tests = guests.map((guest, number) => testPush(guest, ids[number] as string, 'slow'))
    await until('all messages to hang', async () => hanging.length === guests.length)
    // However slow this machine is, these finish before the receiver is released.
    for (const owner of [other, mia]) {
      const writing = service.call('POST', spaces, { key: owner.key, body: { name: 'Meanwhile' } })
      expect((await within(20_000, 'a write meanwhile', writing)).status).toBe(201)
    }
    release()
    expect(new Set((await Promise.all(tests)).map(({ status }) => status))).toEqual(new Set([200]))
  })
})

describe('an operation that calls another server', () => {
  test('runs once per key, and a repeat gets the same response', async () => {
    const mia = await service.tenant()
    const id = await subscribe(mia)
    hang()
    const first = testPush(mia, id, 'once')
    await until('the message', async () => hanging.length === 1)
    const during = await testPush(mia, id, 'once')
    expect([during.status, during.body.code]).toEqual([409, 'idempotency_key_in_use'])
    expect(during.headers['retry-after']).toBe('1')
    expect((await lookUp(mia, 'once')).body.code).toBe('idempotency_key_in_use')
    release()
    expect((await first).status).toBe(200)
    const again = await testPush(mia, id, 'once')
    expect([again.status, again.text]).toEqual([200, (await first).text])
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(hanging).toHaveLength(0)
    expect((await lookUp(mia, 'once')).body).toMatchObject({
      status: 200,
      body: { status: 'sent' },
    })
    const reused = await service.call('POST', spaces, {
      key: mia.key,
      body: { name: 'Other' },
      headers: { 'idempotency-key': 'once' },
    })
    expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('never runs again if its outcome is unknown', async () => {
    const mia = await service.tenant()
    const id = await subscribe(mia)
    hang()
    const first = testPush(mia, id, 'died')
    await until('the message', async () => hanging.length === 1)
    service.advance(301) // after this time, its process counts as dead
    const again = await testPush(mia, id, 'died')
    expect([again.status, again.body.code]).toEqual([409, 'idempotency_outcome_unknown'])
    expect(again.body.detail).toContain('use a new key')
    expect((await lookUp(mia, 'died')).body.code).toBe('idempotency_outcome_unknown')
    expect(hanging).toHaveLength(1)
    // It was only slow: its response is the one that counts.
    release()
    expect((await first).status).toBe(200)
    expect((await testPush(mia, id, 'died')).status).toBe(200)
  })

  test('can be repeated after a temporary failure, but not after a refusal', async () => {
    const mia = await service.tenant()
    const id = await subscribe(mia)
    push.answer = (response) => void response.writeHead(500).end()
    expect((await testPush(mia, id, 'later')).status).toBe(502)
    expect((await lookUp(mia, 'later')).status).toBe(404)
    push.answer = undefined
    expect((await testPush(mia, id, 'later')).status).toBe(200)
    const nobody = crypto.randomUUID()
    const refused = await testPush(mia, nobody, 'refused')
    const again = await testPush(mia, nobody, 'refused')
    expect([refused.status, again.status, again.text]).toEqual([404, 404, refused.text])
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test('runs once for two concurrent requests', async () => {
    const mia = await service.tenant()
    const id = await subscribe(mia)
    const before = push.received.length
    const answers = await Promise.all(Array.from({ length: 10 }, () => testPush(mia, id, 'crowd')))
    expect(push.received.length - before).toBe(1)
    for (const { status } of answers) expect([200, 409]).toContain(status)
  })
})

describe('a key of one workspace', () => {
  /** A signed-in person who belongs to two workspaces. */
  async function inTwoWorkspaces() {
    const mia = await service.tenant()
    const other = await service.tenant()
    const { db, clock } = service.deps
    const { access_token } = await db.transaction('system', async (tx) => {
      await insertMembership(tx, other.workspaceId, mia.userId, 'owner', clock())
      return openSession(service.deps, tx, mia.userId)
    })
    const call = (method: string, url: string, slug: string, more: object) =>
      service.call(method, url, {
        token: access_token,
        ...more,
        headers: { organization: slug, ...(more as { headers?: object }).headers },
      })
    return { mia, other, call }
  }

  test('is another key in another workspace of the same session', async () => {
    const { mia, other, call } = await inTwoWorkspaces()
    const request = { body: { name: 'Launch' }, headers: { 'idempotency-key': 'same' } }
    const first = await call('POST', spaces, mia.slug, request)
    const second = await call('POST', spaces, other.slug, request)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.headers['idempotent-replayed']).toBeUndefined()
    expect(second.body.id).not.toBe(first.body.id)
    for (const [slug, made] of [
      [mia.slug, first],
      [other.slug, second],
    ] as const) {
      const again = await call('POST', spaces, slug, request)
      expect(again.body.id).toBe(made.body.id)
      const found = await call('GET', '/api/v1/idempotency/same', slug, {})
      expect(found.body.body.id).toBe(made.body.id)
      const list = await call('GET', spaces, slug, {})
      expect(list.body.results.map(({ id }: { id: number }) => id)).toEqual([made.body.id])
    }
  })

  test('is also another key for uploads', async () => {
    const { mia, other, call } = await inTwoWorkspaces()
    const lines = ['--x', 'content-disposition: form-data; name="file"; filename="a.png"']
    const body = [...lines, 'content-type: image/png', '', 'hello', '--x--', ''].join('\r\n')
    const headers = { 'idempotency-key': 'file', 'content-type': 'multipart/form-data; boundary=x' }
    const upload = (slug: string) => call('POST', '/api/v1/assets/upload', slug, { body, headers })
    const first = await upload(mia.slug)
    const second = await upload(other.slug)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).not.toBe(first.body.id)
    expect((await upload(mia.slug)).body.id).toBe(first.body.id)
  })

  test('that only another workspace has used is not found', async () => {
    const { mia, other, call } = await inTwoWorkspaces()
    const headers = { 'idempotency-key': 'hers' }
    await call('POST', spaces, mia.slug, { body: { name: 'Launch' }, headers })
    const found = await call('GET', '/api/v1/idempotency/hers', other.slug, {})
    expect([found.status, found.body.code]).toEqual([404, 'idempotency_key_not_found'])
  })
})
