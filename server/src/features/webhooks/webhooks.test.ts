import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsThatDoNotFit } from '../../../test/event-check.ts'
import { type Tenant, useService } from '../../../test/harness.ts'
import { type LocalServer, startHttp } from '../../../test/local-servers.ts'
import { sample, seed } from '../../../test/soak.ts'
import { removeExpired } from '../../worker.ts'
import { eventTypes, isPersonal } from '../events/known-events.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { claimDue, type DeliveryRow } from './delivery-queries.ts'
import { maxAttempts, pauseAfter } from './retry-plan.ts'
import { fitsData, mayWant, meansType } from './wants-event.ts'
import { wakeSender } from './webhook-signals.ts'

const service = useService()
const base = '/api/v1/webhooks'

interface Received {
  path: string
  id: string
  timestamp: string
  signatures: string[]
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what came
  body: any
}

let receiver: LocalServer
const received: Received[] = []
/** The responses of a path: statuses for the next calls, immediate or delayed, then 204. */
const answers = new Map<string, (number | Promise<number>)[]>()
const never = new Promise<number>(() => {})
let mia: Tenant

beforeAll(async () => {
  receiver = await startHttp(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    const path = String(request.url)
    received.push({
      path,
      id: String(request.headers['webhook-id']),
      timestamp: String(request.headers['webhook-timestamp']),
      signatures: String(request.headers['webhook-signature']).split(' '),
      text,
      body: JSON.parse(text),
    })
    const answer = await (answers.get(path)?.shift() ?? 204)
    const headers = { location: '/elsewhere', ...(answer === 429 && { 'retry-after': '7200' }) }
    response.writeHead(answer, headers).end(answer === 204 ? undefined : `Sorry: ${answer}\0!`)
  })
})

afterAll(() => receiver.close())

/** Standard Webhooks from its specification alone: base64 of HMAC-SHA256 over id, time and body. */
function signatureBy(secret: string, { id, timestamp, text }: Received): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`
}

async function ask(method: string, path: string, body?: unknown, tenant = mia) {
  const options = { key: tenant.key, ...(body !== undefined && { body }) }
  return service.call(method, path.startsWith('/api') ? path : `${base}${path}`, options)
}

async function must(status: number, method: string, path: string, body?: unknown, tenant = mia) {
  const answer = await ask(method, path, body, tenant)
  expect([path, answer.status, answer.text]).toEqual([path, status, answer.text])
  return answer.body
}

let paths = 0

/** A subscription with its own URL at the receiver. */
async function subscribe(event_types: string[], more: object = {}, tenant = mia) {
  const path = `/hook-${paths++}`
  const body = { url: `${receiver.url}${path}`, event_types, ...more }
  const made = await must(201, 'POST', '/subscriptions', body, tenant)
  const at = () => received.filter((one) => one.path === path)
  return { ...made, path, at } as { id: string; secret: string; path: string; at(): Received[] }
}

const makeSpace = (name: string, tenant = mia) =>
  must(201, 'POST', '/api/v1/workspaces/teamspaces', { name }, tenant)

const deliveriesOf = async (id: string) =>
  (await must(200, 'GET', `/deliveries?subscription_id=${id}&page_size=100`)).results

const deliveryOf = async (id: string) => {
  const [first] = await deliveriesOf(id)
  return must(200, 'GET', `/deliveries/${first.id}`)
}

/** The service checks every two seconds what is due; this makes the sender check now. */
async function lookNow({ id }: { id: string }, tenant = mia): Promise<void> {
  const due = { workspace_id: tenant.workspaceId, subscription_id: id }
  await service.deps.db.transaction('system', async (tx) => wakeSender(service.deps, tx, due))
}

const soon = { interval: 20 }

/** Waits for a recorded attempt: a delivery is also queued before its first one. */
async function tried({ id }: { id: string }, times: number): Promise<void> {
  const count = async () => {
    const [first] = await deliveriesOf(id)
    return first ? (await deliveryOf(id)).attempts.length : 0
  }
  await expect.poll(count, soon).toBe(times)
}

/** Waits until a workspace has nothing left to send; its events must have been distributed. */
async function allSent(tenant: Tenant): Promise<void> {
  const left = async () => {
    const counts = ['queued', 'sending'].map(
      async (one) => (await must(200, 'GET', `/deliveries?status=${one}`, undefined, tenant)).count,
    )
    return Promise.all(counts)
  }
  await expect.poll(left, soon).toEqual([0, 0])
}

/**
 * Takes a delivery away from the service's sender: it is due so late that only a claim for that
 * time gets it.
 */
async function claimOne(hook: { id: string }): Promise<DeliveryRow> {
  const { db, clock, random } = service.deps
  const sql = db.workspace(mia.workspaceId)
  const now = new Date(clock().getTime() + 86_400_000)
  await sql`
    update webhook_deliveries set status = 'queued', attempts = 0, due_at = ${now}
    where workspace_id = ${mia.workspaceId} and subscription_id = ${hook.id}`
  const claim = { subscriptionId: hook.id, most: 1, lease: random.uuid(), now, leaseUntil: now }
  const [delivery] = await claimDue(sql, mia.workspaceId, claim)
  return delivery as DeliveryRow
}

async function settled(id: string, ...statuses: string[]): Promise<void> {
  const found = async () =>
    (await deliveriesOf(id)).map(({ status }: { status: string }) => status).sort()
  await expect.poll(found, soon).toEqual(statuses.sort())
}

beforeAll(async () => {
  mia = await service.tenant()
})

describe('a subscription', () => {
  test('gets the event as in the list, signed with its own secret, and logged', async () => {
    const hook = await subscribe(['teamspace.created'])
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await makeSpace('Launch')
    await expect.poll(() => hook.at().length, soon).toBe(1)
    const [call] = hook.at() as [Received]
    expect(call.signatures).toEqual([signatureBy(hook.secret, call)])
    expect(Math.abs(Number(call.timestamp) * 1000 - Date.now())).toBeLessThan(30_000)
    const events = await must(200, 'GET', '/api/v1/events?limit=1000')
    const event = events.results.findLast(
      (one: { type: string }) => one.type === 'teamspace.created',
    )
    expect(call.body).toEqual({
      type: 'teamspace.created',
      timestamp: event.created_at,
      data: event,
    })
    await settled(hook.id, 'delivered')
    const { attempts, ...delivery } = await deliveryOf(hook.id)
    expect(delivery).toMatchObject({ id: call.id, event_seq: event.seq, attempts_count: 1 })
    expect(attempts).toMatchObject([{ status_code: 204, response: '', reason: null }])
  })

  test('never shows its secret again, and can be changed and deleted', async () => {
    const hook = await subscribe(['*'], { is_active: false, description: ' Ours ' })
    const url = `/subscriptions/${hook.id}`
    const shown = await must(200, 'GET', url)
    expect(shown).toMatchObject({ description: 'Ours', is_active: false, filter: null })
    for (const path of [url, '/subscriptions', '/deliveries', '/api/v1/events?limit=1000']) {
      expect((await ask('GET', path)).text).not.toContain(hook.secret)
    }
    const changed = await must(200, 'PATCH', url, { event_types: ['task.*', 'task.*'], filter: {} })
    expect(changed).toMatchObject({ event_types: ['task.*'], filter: null })
    const stale = await service.call('PATCH', `${base}${url}`, {
      ...{ key: mia.key, body: { description: '' }, headers: { 'if-match': '"old"' } },
    })
    expect(stale.status).toBe(412)
    await must(204, 'DELETE', url)
    await must(404, 'GET', url)
  })

  test('at most 50 per workspace, even concurrently', async () => {
    const jo = await service.tenant()
    const body = { url: `${receiver.url}/many`, event_types: ['video.*'], is_active: false }
    const { id } = await must(201, 'POST', '/subscriptions', body, jo)
    await service.deps.db.system`
      insert into webhook_subscriptions (id, workspace_id, url, description, event_types, is_active,
        secret, created_at, updated_at)
      select gen_random_uuid(), workspace_id, url, '', event_types, false, secret, now(), now()
      from webhook_subscriptions, generate_series(1, 46) where id = ${id}`
    const made = await Promise.all(
      Array.from({ length: 6 }, () => ask('POST', '/subscriptions', body, jo)),
    )
    const refused = made.filter(({ status }) => status !== 201)
    expect(refused.map(({ body: { code } }) => code)).toEqual(
      Array(3).fill('too_many_webhook_subscriptions'),
    )
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
    const answer = await ask('POST', '/subscriptions', { ...right, ...wrong })
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

describe('which events', () => {
  test('by name, by noun, all; by object, by data, by list items', async () => {
    const jo = await service.tenant()
    const board = await must(201, 'POST', '/api/v1/pm/boards', { title: 'One' }, jo)
    const other = await must(201, 'POST', '/api/v1/pm/boards', { title: 'Two' }, jo)
    const hooks = {
      all: await subscribe(['*'], {}, jo),
      noun: await subscribe(['pm_task.*'], {}, jo),
      name: await subscribe(['pm_task.created', 'pm_task.deleted'], {}, jo),
      board: await subscribe(['pm_task.*'], { filter: { data: { board: board.id } } }, jo),
      title: await subscribe(['*'], { filter: { data: { fields: 'title' } } }, jo),
      object: await subscribe(
        ['*'],
        { filter: { object_type: 'pm_board', object_id: other.id } },
        jo,
      ),
      off: await subscribe(['*'], { is_active: false }, jo),
      elsewhere: await subscribe(['*']),
    }
    const make = async (of: { id: string }) =>
      (await must(201, 'POST', '/api/v1/pm/tasks', { board: of.id, title: 'A' }, jo)).id
    const [first, second] = [await make(board), await make(other)]
    await must(200, 'PATCH', `/api/v1/pm/tasks/${first}`, { title: 'B' }, jo)
    await must(200, 'PATCH', `/api/v1/pm/boards/${other.id}`, { title: 'Three' }, jo)
    await makeSpace('The last', jo)
    const of = (hook: { at(): Received[] }) =>
      hook
        .at()
        .map(({ body }) => [body.type, body.data.object.id])
        .filter(([type]) => !type.startsWith('webhook_subscription'))
        .sort()
    await expect.poll(() => of(hooks.all).length, soon).toBe(5)
    await allSent(jo)
    const created = [first, second].map((id) => ['pm_task.created', id]).sort()
    const updated = ['pm_task.updated', first]
    expect(of(hooks.noun)).toEqual([...created, updated])
    expect(of(hooks.name)).toEqual(created)
    expect(of(hooks.board)).toEqual([['pm_task.created', first], updated])
    expect(of(hooks.object)).toEqual([['pm_board.updated', other.id]])
    expect(of(hooks.title)).toContainEqual(updated)
    expect(of(hooks.title).every(([type]) => type !== 'teamspace.created')).toBe(true)
    expect([of(hooks.off), of(hooks.elsewhere)]).toEqual([[], []])
  })

  test('a personal one goes only to subscriptions of that person', async () => {
    const jo = await service.colleague(mia, 'admin')
    const [ours, theirs] = [
      await subscribe(['notification.*']),
      await subscribe(['notification.*'], {}, jo),
    ]
    const { userId, workspaceId } = jo
    await must(200, 'POST', '/api/v1/service/agent/notify', {
      ...{ userId: String(userId), workspaceId: String(workspaceId), category: 'agentProgress' },
      ...{ title: 'Half way', message: 'Only for Jo.' },
    })
    await expect.poll(() => theirs.at().length, soon).toBe(1)
    expect(theirs.at()[0]?.body.data.data.message).toBe('Only for Jo.')
    const everything = { after_seq: 0 }
    const replayed = await must(202, 'POST', `/subscriptions/${ours.id}/replay`, everything)
    expect(replayed.queued).toBe(0)
    expect([ours.at(), await deliveriesOf(ours.id)]).toEqual([[], []])
  })

  test('without subscriptions nothing is written', async () => {
    const jo = await service.tenant()
    const written = async () =>
      service.deps.db.system`
        select count(*) from webhook_deliveries where workspace_id = ${jo.workspaceId}`
    await subscribe(['*'], { is_active: false }, jo)
    await makeSpace('Quiet', jo)
    const numbered = async () =>
      (await must(200, 'GET', '/api/v1/events', undefined, jo)).results.length
    await expect.poll(numbered, soon).toBeGreaterThanOrEqual(2)
    expect(await written()).toEqual([{ count: 0 }])
  })

  test('the rules hold for any filter and any data', () => {
    const names = fc.constantFrom('a', 'b', 'c')
    const value = fc.constantFrom(1, '1', true, null, 'x')
    const data = fc.dictionary(
      names,
      fc.oneof(value, fc.array(value, { maxLength: 2 }), fc.dictionary(names, value)),
    )
    const paths = fc.dictionary(fc.constantFrom('a', 'b', 'a.b', 'c.a'), value, { maxKeys: 2 })
    fc.assert(
      fc.property(data, paths, (given, wanted) => {
        // The brute-force way: lists every path of the data, including those in lists.
        const places = Object.entries(given).flatMap(([name, part]): [string, unknown][] => {
          if (Array.isArray(part)) return part.map((one) => [name, one])
          if (part === null || typeof part !== 'object') return [[name, part]]
          return Object.entries(part).map(([inner, one]) => [`${name}.${inner}`, one])
        })
        const expected = Object.entries(wanted).every(([path, one]) =>
          places.some(([place, found]) => place === path && found === one),
        )
        expect(fitsData({ data: wanted }, given)).toBe(expected)
      }),
      { numRuns: sample(100, 5000), seed },
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...eventTypes()),
        fc.constantFrom(...eventTypes()),
        (one, other) => {
          const noun = one.split('.')[0]
          expect(meansType([`${noun}.*`], other)).toBe(other.split('.')[0] === noun)
          expect(meansType([one], other)).toBe(one === other)
          const event = { type: other, object: { type: 'x', id: 7 } }
          const wishes = { event_types: ['*'], filter: { object_id: '7' }, sees_personal: true }
          expect(mayWant(wishes, event)).toBe(true)
          expect(mayWant({ ...wishes, sees_personal: false }, event)).toBe(!isPersonal(other))
          expect(mayWant({ ...wishes, filter: { object_id: '8' } }, event)).toBe(false)
        },
      ),
      { numRuns: sample(100, 5000), seed },
    )
  })
})

describe('a failing receiver', () => {
  let letClockRun: () => void
  beforeAll(() => {
    letClockRun = service.holdClock()
  })
  afterAll(() => letClockRun())

  test('is retried, with pauses and the same id, until it accepts', async () => {
    const hook = await subscribe(['teamspace.created'])
    answers.set(hook.path, [500, 302, 429])
    await makeSpace('Again')
    await tried(hook, 1)
    const planned = await deliveryOf(hook.id)
    expect(planned).toMatchObject({ attempts_count: 1, status_code: 500 })
    expect((await must(200, 'GET', `/subscriptions/${hook.id}`)).failing_since).not.toBeNull()
    for (const calls of [2, 3]) {
      service.advance(40)
      await lookNow(hook)
      await tried(hook, calls)
    }
    const asked = await deliveryOf(hook.id)
    const wait = Date.parse(asked.next_attempt_at) - Date.parse(asked.updated_at)
    expect(wait).toBe(7_200_000)
    service.advance(7300)
    await lookNow(hook)
    await settled(hook.id, 'delivered')
    const { attempts } = await deliveryOf(hook.id)
    expect(attempts.map((one: { status_code: number }) => one.status_code)).toEqual([
      500, 302, 429, 204,
    ])
    expect(attempts[0].response).toBe('Sorry: 500\ufffd!')
    expect(attempts[1].reason).toContain('redirects')
    expect(new Set(hook.at().map(({ id }) => id)).size).toBe(1)
    expect((await must(200, 'GET', `/subscriptions/${hook.id}`)).failing_since).toBeNull()
    for (const call of hook.at()) expect(call.signatures).toEqual([signatureBy(hook.secret, call)])
  })

  test('retries last about three days, with jitter', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (chance) => {
        const pauses = Array.from({ length: maxAttempts - 1 }, (_, i) => pauseAfter(i + 1, chance))
        const days = pauses.reduce<number>((sum, one) => sum + (one ?? 0), 0) / 86_400
        expect(days).toBeGreaterThan(2.7)
        expect(days).toBeLessThan(3.6)
        expect(pauseAfter(maxAttempts, chance)).toBeUndefined()
        expect(pauseAfter(1, chance, 1e9)).toBe(12 * 3600)
      }),
      { numRuns: sample(100, 5000), seed },
    )
  })

  test('410 switches the subscription off and notifies the administrators', async () => {
    const jo = await service.tenant()
    const admin = await service.colleague(jo, 'admin')
    const member = await service.colleague(jo, 'member')
    const hook = await subscribe(['teamspace.*'], { description: 'Old tool' }, jo)
    answers.set(hook.path, [410])
    await makeSpace('Gone', jo)
    const read = () => must(200, 'GET', `/subscriptions/${hook.id}`, undefined, jo)
    await expect.poll(async () => (await read()).is_active, soon).toBe(false)
    expect((await read()).disabled_reason).toContain('410')
    await makeSpace('Not told', jo)
    for (const [person, count] of [
      [jo, 1],
      [admin, 1],
      [member, 0],
    ] as const) {
      const inbox = await must(200, 'GET', '/api/v1/notifications', undefined, person)
      expect(inbox.results.map((one: { message: string }) => one.message)).toEqual(
        Array(count).fill(expect.stringContaining('Old tool')),
      )
    }
    expect(hook.at()).toHaveLength(1)
    await must(409, 'POST', `/subscriptions/${hook.id}/replay`, { after_seq: 0 }, jo)
    const on = await must(200, 'PATCH', `/subscriptions/${hook.id}`, { is_active: true }, jo)
    expect(on).toMatchObject({ disabled_reason: null, failing_since: null })
    // The missed events are still available.
    await must(202, 'POST', `/subscriptions/${hook.id}/replay`, { after_seq: 0 }, jo)
    await expect.poll(() => hook.at().length, soon).toBe(3)
  })

  test('one that accepts nothing for days is switched off when a delivery fails', async () => {
    const [hook, young] = [await subscribe(['teamspace.*']), await subscribe(['teamspace.*'])]
    const last = async (id: string, failingDays: number) => {
      const since = new Date(service.deps.clock().getTime() - failingDays * 86_400_000)
      const { system } = service.deps.db
      await system`update webhook_subscriptions set failing_since = ${since} where id = ${id}`
      await system`update webhook_deliveries set attempts = ${maxAttempts - 1},
        due_at = ${new Date(0)} where subscription_id = ${id}`
    }
    for (const { path } of [hook, young]) answers.set(path, [500, 500])
    await makeSpace('Never')
    for (const one of [hook, young]) await tried(one, 1)
    await last(hook.id, 6)
    await last(young.id, 4)
    for (const one of [hook, young]) {
      await lookNow(one)
      await settled(one.id, 'failed')
    }
    const old = await must(200, 'GET', `/subscriptions/${hook.id}`)
    expect(old).toMatchObject({
      is_active: false,
      disabled_reason: expect.stringContaining('5 days'),
    })
    expect(await must(200, 'GET', `/subscriptions/${young.id}`)).toMatchObject({ is_active: true })
  })

  test('one that hangs gets few concurrent calls and delays nobody else', async () => {
    const jo = await service.tenant()
    const slow = await subscribe(['teamspace.created'], {}, jo)
    answers.set(slow.path, Array(50).fill(never))
    const makeSpaces = (names: string[]) => Promise.all(names.map((name) => makeSpace(name, jo)))
    await makeSpaces(['1', '2', '3', '4', '5', '6', '7', '8'])
    await expect.poll(() => slow.at().length, soon).toBe(5)
    const log = `/deliveries?subscription_id=${slow.id}&page_size=100`
    const ofSlow = async () => (await must(200, 'GET', log, undefined, jo)).results
    // Events distributed only now would also reach the new subscription.
    await expect.poll(async () => (await ofSlow()).length, soon).toBe(8)
    const fast = await subscribe(['teamspace.created'], {}, jo)
    await makeSpaces(['a', 'b', 'c', 'd', 'e', 'f'])
    await expect.poll(() => fast.at().length, soon).toBe(6)
    // All of that happens while the other one hangs.
    const statuses = (await ofSlow()).map(({ status }: { status: string }) => status)
    expect(statuses.sort()).toEqual([...Array(9).fill('queued'), ...Array(5).fill('sending')])
    await must(204, 'DELETE', `/subscriptions/${slow.id}`, undefined, jo)
  })

  test('a private address is never called or retried', async () => {
    const hook = await subscribe(['teamspace.created'])
    // As if a host name had started to resolve there.
    await service.deps.db.system`
      update webhook_subscriptions set url = 'http://10.255.255.1:1/x' where id = ${hook.id}`
    await makeSpace('Inside')
    await settled(hook.id, 'failed')
    const { attempts } = await deliveryOf(hook.id)
    expect(attempts).toMatchObject([
      { status_code: null, reason: expect.stringContaining('private') },
    ])
  })

  test('deliveries claimed by a dead sender are sent by another', async () => {
    const hook = await subscribe(['teamspace.created'])
    await makeSpace('Taken')
    await settled(hook.id, 'delivered')
    const leased = (due: Date) => service.deps.db.system`
      update webhook_deliveries set status = 'sending', lease = gen_random_uuid(), due_at = ${due}
      where subscription_id = ${hook.id} and event_seq is not null`
    await leased(new Date(service.deps.clock().getTime() + 60_000))
    // The test event shows that the sender has checked.
    await must(202, 'POST', `/subscriptions/${hook.id}/test`)
    await settled(hook.id, 'sending', 'delivered')
    const taken = () => hook.at().filter(({ body }) => body.type === 'teamspace.created')
    expect(taken()).toHaveLength(1)
    await leased(new Date(service.deps.clock().getTime() - 1))
    await lookNow(hook)
    await settled(hook.id, 'delivered', 'delivered')
    expect(taken()).toHaveLength(2)
    expect(new Set(taken().map(({ id }) => id)).size).toBe(1)
  })
})

test('a sender whose lease expired does not record an outcome', async () => {
  const hook = await subscribe(['teamspace.created'])
  await makeSpace('Late')
  await tried(hook, 1)
  const late = Promise.withResolvers<number>()
  answers.set(hook.path, [late.promise])
  const delivery = await claimOne(hook)
  const attempt = attemptDelivery(service.deps, delivery, new AbortController().signal)
  await expect.poll(() => hook.at().length, soon).toBe(2)
  await service.deps.db.system`
    update webhook_deliveries set lease = gen_random_uuid() where id = ${delivery.id}`
  late.resolve(500)
  await attempt
  const { status, attempts } = await deliveryOf(hook.id)
  expect([status, attempts]).toMatchObject(['sending', [{ status_code: 204 }]])
})

test('a stopping sender returns its claimed deliveries as if never started', async () => {
  const hook = await subscribe(['teamspace.created'])
  await makeSpace('Stopped')
  await tried(hook, 1)
  answers.set(hook.path, [never])
  const stopping = new AbortController()
  const attempt = attemptDelivery(service.deps, await claimOne(hook), stopping.signal)
  await expect.poll(() => hook.at().length, soon).toBe(2)
  expect(await deliveryOf(hook.id)).toMatchObject({ status: 'sending', attempts_count: 1 })
  stopping.abort(new Error('stopping'))
  await attempt
  await lookNow(hook)
  await settled(hook.id, 'delivered')
  expect(await deliveryOf(hook.id)).toMatchObject({ attempts_count: 1, attempts: [{}, {}] })
})

describe('by hand', () => {
  test('a rotated secret signs together with the previous one, for a day', async () => {
    const hook = await subscribe(['teamspace.created'])
    const { secret } = await must(200, 'POST', `/subscriptions/${hook.id}/rotate-secret`)
    expect(secret).not.toBe(hook.secret)
    await makeSpace('Both')
    await expect.poll(() => hook.at().length, soon).toBe(1)
    const [both] = hook.at() as [Received]
    expect(both.signatures).toEqual([signatureBy(secret, both), signatureBy(hook.secret, both)])
    service.advance(24 * 3600 + 1)
    await makeSpace('New only')
    await expect.poll(() => hook.at().length, soon).toBe(2)
    const [, one] = hook.at() as [Received, Received]
    expect(one.signatures).toEqual([signatureBy(secret, one)])
  })

  test('a test event is sent once, even while the subscription is off', async () => {
    const hook = await subscribe(['video.done'], { is_active: false })
    answers.set(hook.path, [500])
    const first = await must(202, 'POST', `/subscriptions/${hook.id}/test`)
    await settled(hook.id, 'failed')
    await must(202, 'POST', `/subscriptions/${hook.id}/test`)
    await settled(hook.id, 'failed', 'delivered')
    const [call] = hook.at() as [Received]
    expect(call.id).toBe(first.id)
    expect(call.signatures).toEqual([signatureBy(hook.secret, call)])
    expect(call.body).toMatchObject({ type: 'webhook.test', data: { object: { id: hook.id } } })
    expect((await must(200, 'GET', `/subscriptions/${hook.id}`)).failing_since).toBeNull()
  })

  test('a delivery is resent under its id; a range of events, also to new subscriptions', async () => {
    const jo = await service.tenant()
    const early = await subscribe(['teamspace.created'], {}, jo)
    const { last_seq: start } = await must(200, 'GET', '/api/v1/events?limit=1000', undefined, jo)
    for (const name of ['One', 'Two', 'Three']) await makeSpace(name, jo)
    await expect.poll(() => early.at().length, soon).toBe(3)
    const list = () => must(200, 'GET', `/deliveries?status=delivered`, undefined, jo)
    await expect.poll(async () => (await list()).count, soon).toBe(3)
    const [{ id }] = (await list()).results
    await must(202, 'POST', `/deliveries/${id}/resend`, undefined, jo)
    await expect.poll(() => early.at().length, soon).toBe(4)
    expect(early.at().filter((call) => call.id === id)).toHaveLength(2)
    await expect.poll(async () => (await list()).count, soon).toBe(3)

    const late = await subscribe(['teamspace.created'], {}, jo)
    const replay = (hook: { id: string }, body: object) =>
      must(202, 'POST', `/subscriptions/${hook.id}/replay`, body, jo)
    expect(await replay(late, { after_seq: start })).toMatchObject({ queued: 3, has_more: false })
    await expect.poll(() => late.at().length, soon).toBe(3)
    const names = late.at().map(({ body }) => body.data.data.name)
    expect(names.sort()).toEqual(['One', 'Three', 'Two'])
    const hourAgo = new Date(service.deps.clock().getTime() - 3_600_000).toISOString()
    await expect.poll(async () => (await list()).count, soon).toBe(6)
    expect((await replay(early, { since: hourAgo })).queued).toBe(3)
    await expect.poll(() => early.at().length, soon).toBe(7)
    expect(new Set(early.at().map((call) => call.id)).size).toBe(3)
    for (const body of [{}, { after_seq: 0, since: hourAgo }]) {
      await must(400, 'POST', `/subscriptions/${late.id}/replay`, body, jo)
    }
  })

  test('the log can be filtered, and old entries are deleted', async () => {
    const jo = await service.tenant()
    const hook = await subscribe(['teamspace.created', 'teamspace.deleted'], {}, jo)
    const { id } = await makeSpace('Short', jo)
    await must(204, 'DELETE', `/api/v1/workspaces/teamspaces/${id}`, undefined, jo)
    const count = async (query: string) =>
      (await must(200, 'GET', `/deliveries?${query}`, undefined, jo)).count
    await expect.poll(() => count('status=delivered'), soon).toBe(2)
    const now = encodeURIComponent(new Date(service.deps.clock().getTime() + 1000).toISOString())
    const counts = [
      ...[`subscription_id=${hook.id}`, 'event_type=teamspace.deleted', 'status=failed'],
      ...[`until=${now}`, `since=${now}`],
    ].map(count)
    expect(await Promise.all(counts)).toEqual([2, 1, 0, 2, 0])
    const other = await ask('GET', `/deliveries?subscription_id=${hook.id}`)
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
    const { results } = await must(200, 'GET', '/api/v1/events/types')
    expect(results.map(({ type }: { type: string }) => type)).toEqual(eventTypes())
    const { schema } = results.find((one: { type: string }) => one.type === 'pm_task.updated')
    expect(schema.properties.board).toEqual({ type: 'string', format: 'uuid' })
    const { body: document } = await service.call('GET', '/api/openapi.json')
    expect(Object.keys(document.webhooks)).toEqual(eventTypes())
    const page = await readFile(join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8')
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
      const found = await eventsThatDoNotFit(tx)
      throw new Error(found.sort().join('; '))
    })
    await expect(wrong).rejects.toThrow(
      /^asset.deleted: data must have.*name.*; no.such is not in the catalogue; task.failed: data must NOT have additional/,
    )
  })
})
