import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findInvalidEvents } from '../../../test/event-check.ts'
import { expectStatus } from '../../../test/harness.ts'
import { removeExpired } from '../../worker.ts'
import { eventTypes } from '../events/known-events.ts'
import { base, type ReceivedDelivery, sign, soon, useWebhooks } from './test-webhooks.ts'

const webhooks = useWebhooks()
const { service, mia, receiver, answers, call, subscribe } = webhooks
const { createTeamspace, readDelivery, waitForStatuses } = webhooks

describe('a subscription', () => {
  test('gets the event as in the list, signed with its own secret, and logged', async () => {
    const hook = await subscribe(['teamspace.created'])
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await createTeamspace('Launch')
    await expect.poll(() => hook.deliveries().length, soon).toBe(1)
    const [received] = hook.deliveries() as [ReceivedDelivery]
    expect(received.signatures).toEqual([sign(hook.secret, received)])
    expect(Math.abs(Number(received.timestamp) * 1000 - Date.now())).toBeLessThan(30_000)
    const events = await expectStatus(200, call('GET', '/api/v1/events?limit=1000'))
    const event = events.results.findLast(
      (one: { type: string }) => one.type === 'teamspace.created',
    )
    expect(received.body).toEqual({
      type: 'teamspace.created',
      timestamp: event.created_at,
      data: event,
    })
    await waitForStatuses(hook.id, 'delivered')
    const { attempts, ...delivery } = await readDelivery(hook.id)
    expect(delivery).toMatchObject({ id: received.id, event_seq: event.seq, attempts_count: 1 })
    expect(attempts).toMatchObject([{ status_code: 204, response: '', reason: null }])
  })

  test('never shows its secret again, and can be changed and deleted', async () => {
    const hook = await subscribe(['*'], { is_active: false, description: ' Ours ' })
    const url = `/subscriptions/${hook.id}`
    const shown = await expectStatus(200, call('GET', url))
    expect(shown).toMatchObject({ description: 'Ours', is_active: false, filter: null })
    for (const path of [url, '/subscriptions', '/deliveries', '/api/v1/events?limit=1000']) {
      expect((await call('GET', path)).text).not.toContain(hook.secret)
    }
    const change = { event_types: ['task.*', 'task.*'], filter: {} }
    const changed = await expectStatus(200, call('PATCH', url, change))
    expect(changed).toMatchObject({ event_types: ['task.*'], filter: null })
    const answer = await service.call('PATCH', `${base}${url}`, {
      ...{ key: mia.key, body: { description: '' }, headers: { 'if-match': '"old"' } },
    })
    expect(answer.status).toBe(412)
    await expectStatus(204, call('DELETE', url))
    await expectStatus(404, call('GET', url))
  })

  test('at most 50 per workspace, even concurrently', async () => {
    const jo = await service.tenant()
    const body = { url: `${receiver.url}/many`, event_types: ['video.*'], is_active: false }
    const { id } = await expectStatus(201, call('POST', '/subscriptions', body, jo))
    await service.deps.db.system`
      insert into webhook_subscriptions (id, workspace_id, url, description, event_types, is_active,
        secret, created_at, updated_at)
      select gen_random_uuid(), workspace_id, url, '', event_types, false, secret, now(), now()
      from webhook_subscriptions, generate_series(1, 46) where id = ${id}`
    const made = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', '/subscriptions', body, jo)),
    )
    const refused = made.filter(({ status }) => status !== 201)
    expect(refused.map(({ body: { code } }) => code)).toEqual(Array(3).fill('quota_exceeded'))
  })

  test.each([
    [{ event_types: ['task.exploded'] }, /event_types\.0.*pm_task\.created.*webhook_subscription/],
    [{ event_types: ['task'] }, /event_types\.0/],
    [{ event_types: ['tas*'] }, /event_types\.0/],
    [{ event_types: [] }, /event_types/],
    [{ url: 'ftp://example.com' }, /http and https/],
    [{ url: 'nowhere' }, /URL/],
    [{ url: 'https://a:b@example.com' }, /password/],
    [{ url: 'http://10.0.0.1/hook' }, /private/],
    [{ url: 'http://[::ffff:10.0.0.1]/hook' }, /private/],
    [{ url: 'http://0xa9fea9fe/' }, /private/],
    [{ filter: { board: 'x' } }, /object_type, object_id and data/],
    [{ filter: { data: { 'a b': 1 } } }, /not a path/],
    [{ filter: { data: { 'a.b.c.d.e': 1 } } }, /not a path/],
    [{ filter: { data: { a: { b: 1 } } } }, /filter\.data\.a/],
    [{ filter: { data: { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 } } }, /at most 5/],
  ])('400 that says what is allowed: %j', async (wrong, detail) => {
    const right = { url: 'https://example.com', event_types: ['*'] }
    const answer = await call('POST', '/subscriptions', { ...right, ...wrong })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    expect(answer.body.detail).toMatch(detail)
  })

  test('is not a way around events:read', async () => {
    const key = await service.keyWith(mia, ['webhooks:write', 'webhooks:read'])
    const body = { url: 'https://example.com', event_types: ['*'] }
    const answer = await service.call('POST', `${base}/subscriptions`, { key, body })
    expect([answer.status, answer.body.detail]).toEqual([
      403,
      expect.stringContaining('events:read'),
    ])
  })
})

describe('by hand', () => {
  test('a rotated secret signs together with the previous one, for a day', async () => {
    const hook = await subscribe(['teamspace.created'])
    const path = `/subscriptions/${hook.id}/rotate-secret`
    const { secret } = await expectStatus(200, call('POST', path))
    expect(secret).not.toBe(hook.secret)
    await createTeamspace('Both')
    await expect.poll(() => hook.deliveries().length, soon).toBe(1)
    const [both] = hook.deliveries() as [ReceivedDelivery]
    expect(both.signatures).toEqual([sign(secret, both), sign(hook.secret, both)])
    // A delivery that is not recorded yet would lose its lease to the clock, and be sent again.
    await waitForStatuses(hook.id, 'delivered')
    service.advance(24 * 3600 + 1)
    await createTeamspace('New only')
    await expect.poll(() => hook.deliveries().length, soon).toBe(2)
    const [, one] = hook.deliveries() as [ReceivedDelivery, ReceivedDelivery]
    expect(one.signatures).toEqual([sign(secret, one)])
  })

  test('a test event is sent once, even while the subscription is off', async () => {
    const hook = await subscribe(['video.done'], { is_active: false })
    answers.set(hook.path, [500])
    const first = await expectStatus(202, call('POST', `/subscriptions/${hook.id}/test`))
    await waitForStatuses(hook.id, 'failed')
    await expectStatus(202, call('POST', `/subscriptions/${hook.id}/test`))
    await waitForStatuses(hook.id, 'failed', 'delivered')
    const [received] = hook.deliveries() as [ReceivedDelivery]
    expect(received.id).toBe(first.id)
    expect(received.signatures).toEqual([sign(hook.secret, received)])
    expect(received.body).toMatchObject({ type: 'webhook.test', data: { object: { id: hook.id } } })
    expect(
      (await expectStatus(200, call('GET', `/subscriptions/${hook.id}`))).failing_since,
    ).toBeNull()
  })

  test('a delivery is resent under its id; a range of events, also to new subscriptions', async () => {
    const jo = await service.tenant()
    const early = await subscribe(['teamspace.created'], {}, jo)
    const path = '/api/v1/events?limit=1000'
    const { last_seq: start } = await expectStatus(200, call('GET', path, undefined, jo))
    for (const name of ['One', 'Two', 'Three']) await createTeamspace(name, jo)
    await expect.poll(() => early.deliveries().length, soon).toBe(3)
    const list = () => expectStatus(200, call('GET', `/deliveries?status=delivered`, undefined, jo))
    await expect.poll(async () => (await list()).count, soon).toBe(3)
    const [{ id }] = (await list()).results
    await expectStatus(202, call('POST', `/deliveries/${id}/resend`, undefined, jo))
    await expect.poll(() => early.deliveries().length, soon).toBe(4)
    expect(early.deliveries().filter((one) => one.id === id)).toHaveLength(2)
    await expect.poll(async () => (await list()).count, soon).toBe(3)

    const late = await subscribe(['teamspace.created'], {}, jo)
    const replay = (hook: { id: string }, body: object) =>
      expectStatus(202, call('POST', `/subscriptions/${hook.id}/replay`, body, jo))
    expect(await replay(late, { after_seq: start })).toMatchObject({ queued: 3, has_more: false })
    await expect.poll(() => late.deliveries().length, soon).toBe(3)
    const names = late.deliveries().map(({ body }) => body.data.data.name)
    expect(names.sort()).toEqual(['One', 'Three', 'Two'])
    const hourAgo = new Date(service.deps.clock().getTime() - 3_600_000).toISOString()
    await expect.poll(async () => (await list()).count, soon).toBe(6)
    expect((await replay(early, { since: hourAgo })).queued).toBe(3)
    await expect.poll(() => early.deliveries().length, soon).toBe(7)
    expect(new Set(early.deliveries().map((one) => one.id)).size).toBe(3)
    for (const body of [{}, { after_seq: 0, since: hourAgo }]) {
      await expectStatus(400, call('POST', `/subscriptions/${late.id}/replay`, body, jo))
    }
  })

  test('the log can be filtered, and old entries are deleted', async () => {
    const jo = await service.tenant()
    const hook = await subscribe(['teamspace.created', 'teamspace.deleted'], {}, jo)
    const { id } = await createTeamspace('Short', jo)
    await expectStatus(204, call('DELETE', `/api/v1/workspaces/teamspaces/${id}`, undefined, jo))
    const count = async (query: string) =>
      (await expectStatus(200, call('GET', `/deliveries?${query}`, undefined, jo))).count
    await expect.poll(() => count('status=delivered'), soon).toBe(2)
    const now = encodeURIComponent(new Date(service.deps.clock().getTime() + 1000).toISOString())
    const counts = [
      ...[`subscription_id=${hook.id}`, 'event_type=teamspace.deleted', 'status=failed'],
      ...[`until=${now}`, `since=${now}`],
    ].map(count)
    expect(await Promise.all(counts)).toEqual([2, 1, 0, 2, 0])
    const other = await call('GET', `/deliveries?subscription_id=${hook.id}`)
    expect(other.body.count).toBe(0)
    await service.deps.db.system`
      update webhook_deliveries set updated_at = now() - interval '400 days'
      where subscription_id = ${hook.id} and event_type = 'teamspace.deleted'`
    await removeExpired(service.deps)
    expect(await count('')).toBe(1)
  })
})

describe('the catalogue', () => {
  test('every type is listed with its schema, in OpenAPI and in the documentation', async () => {
    const { results } = await expectStatus(200, call('GET', '/api/v1/events/types'))
    expect(results.map(({ type }: { type: string }) => type)).toEqual(eventTypes())
    const { schema } = results.find((one: { type: string }) => one.type === 'pm_task.updated')
    expect(schema.properties.board).toEqual({ type: 'string', format: 'uuid' })
    const { body: document } = await service.call('GET', '/api/openapi.json')
    expect(Object.keys(document.webhooks)).toEqual(eventTypes())
    const page = await readFile(join(import.meta.dirname, '../../../../docs/events.md'), 'utf8')
    const named = new Set([...page.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name]) => name))
    expect(eventTypes().filter((type) => !named.has(type))).toEqual([])
  })

  test('a check at the end of every test file finds events that do not match', async () => {
    const { db } = service.deps
    const wrong = db.transaction('system', async (tx) => {
      await tx`
        insert into events (workspace_id, type, actor, object, data, created_at)
        select ${mia.workspaceId}, type, '{}', '{}', data::jsonb, now()
        from (values ('task.failed', '{"kind": "x", "more": 1}'), ('asset.deleted', '{}'),
          ('no.such', '{}')) as v (type, data)`
      const found = await findInvalidEvents(tx)
      throw new Error(found.sort().join('; '))
    })
    await expect(wrong).rejects.toThrow(
      /^asset.deleted: data must have.*name.*; no.such is not in the catalogue; task.failed: data must NOT have additional/,
    )
  })
})
