import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus } from '../../../test/harness.ts'
import { sample, seed } from '../../../test/soak.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { claimDue, type DeliveryRow } from './delivery-queries.ts'
import { maxAttempts, pauseAfter } from './retry-plan.ts'
import { never, sign, soon, useWebhooks } from './test-webhooks.ts'

const webhooks = useWebhooks()
const { service, mia, answers, call, subscribe, createTeamspace, readDelivery } = webhooks
const { sendDueNow, waitForAttempts, waitForStatuses } = webhooks

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

describe('a failing receiver', () => {
  let letClockRun: () => void
  beforeAll(() => {
    letClockRun = service.stopClock()
  })
  afterAll(() => letClockRun())

  test('is retried, with pauses and the same id, until it accepts', async () => {
    const hook = await subscribe(['teamspace.created'])
    answers.set(hook.path, [500, 302, 429])
    await createTeamspace('Again')
    await waitForAttempts(hook, 1)
    const planned = await readDelivery(hook.id)
    expect(planned).toMatchObject({ attempts_count: 1, status_code: 500 })
    expect(
      (await expectStatus(200, call('GET', `/subscriptions/${hook.id}`))).failing_since,
    ).not.toBeNull()
    for (const calls of [2, 3]) {
      service.advance(40)
      await sendDueNow(hook)
      await waitForAttempts(hook, calls)
    }
    const asked = await readDelivery(hook.id)
    const wait = Date.parse(asked.next_attempt_at) - Date.parse(asked.updated_at)
    expect(wait).toBe(7_200_000)
    service.advance(7300)
    await sendDueNow(hook)
    await waitForStatuses(hook.id, 'delivered')
    const { attempts } = await readDelivery(hook.id)
    expect(attempts.map((one: { status_code: number }) => one.status_code)).toEqual([
      500, 302, 429, 204,
    ])
    expect(attempts[0].response).toBe('Sorry: 500\ufffd!')
    expect(attempts[1].reason).toContain('redirects')
    expect(new Set(hook.deliveries().map(({ id }) => id)).size).toBe(1)
    expect(
      (await expectStatus(200, call('GET', `/subscriptions/${hook.id}`))).failing_since,
    ).toBeNull()
    for (const one of hook.deliveries()) expect(one.signatures).toEqual([sign(hook.secret, one)])
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
    await createTeamspace('Gone', jo)
    const read = () => expectStatus(200, call('GET', `/subscriptions/${hook.id}`, undefined, jo))
    await expect.poll(async () => (await read()).is_active, soon).toBe(false)
    expect((await read()).disabled_reason).toContain('410')
    await createTeamspace('Not told', jo)
    for (const [person, count] of [
      [jo, 1],
      [admin, 1],
      [member, 0],
    ] as const) {
      const inbox = await expectStatus(200, call('GET', '/api/v1/notifications', undefined, person))
      expect(inbox.results.map((one: { message: string }) => one.message)).toEqual(
        Array(count).fill(expect.stringContaining('Old tool')),
      )
    }
    expect(hook.deliveries()).toHaveLength(1)
    await expectStatus(409, call('POST', `/subscriptions/${hook.id}/replay`, { after_seq: 0 }, jo))
    const body = { is_active: true }
    const on = await expectStatus(200, call('PATCH', `/subscriptions/${hook.id}`, body, jo))
    expect(on).toMatchObject({ disabled_reason: null, failing_since: null })
    // The missed events are still available.
    await expectStatus(202, call('POST', `/subscriptions/${hook.id}/replay`, { after_seq: 0 }, jo))
    await expect.poll(() => hook.deliveries().length, soon).toBe(3)
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
    await createTeamspace('Never')
    for (const one of [hook, young]) await waitForAttempts(one, 1)
    await last(hook.id, 6)
    await last(young.id, 4)
    for (const one of [hook, young]) {
      await sendDueNow(one)
      await waitForStatuses(one.id, 'failed')
    }
    const old = await expectStatus(200, call('GET', `/subscriptions/${hook.id}`))
    expect(old).toMatchObject({
      is_active: false,
      disabled_reason: expect.stringContaining('5 days'),
    })
    expect(await expectStatus(200, call('GET', `/subscriptions/${young.id}`))).toMatchObject({
      is_active: true,
    })
  })

  test('one that hangs gets few concurrent calls and delays nobody else', async () => {
    const jo = await service.tenant()
    const slow = await subscribe(['teamspace.created'], {}, jo)
    answers.set(slow.path, Array(50).fill(never))
    const createTeamspaces = (names: string[]) =>
      Promise.all(names.map((name) => createTeamspace(name, jo)))
    await createTeamspaces(['1', '2', '3', '4', '5', '6', '7', '8'])
    await expect.poll(() => slow.deliveries().length, soon).toBe(5)
    const log = `/deliveries?subscription_id=${slow.id}&page_size=100`
    const ofSlow = async () => (await expectStatus(200, call('GET', log, undefined, jo))).results
    // Events distributed only now would also reach the new subscription.
    await expect.poll(async () => (await ofSlow()).length, soon).toBe(8)
    const fast = await subscribe(['teamspace.created'], {}, jo)
    await createTeamspaces(['a', 'b', 'c', 'd', 'e', 'f'])
    await expect.poll(() => fast.deliveries().length, soon).toBe(6)
    // All of that happens while the other one hangs. On a slow machine its calls may have timed out.
    const statuses = (await ofSlow()).map(({ status }: { status: string }) => status)
    expect(statuses).toHaveLength(14)
    expect(statuses.filter((status: string) => status === 'sending').length).toBeLessThan(6)
    expect(statuses).not.toContain('delivered')
    await expectStatus(204, call('DELETE', `/subscriptions/${slow.id}`, undefined, jo))
  })

  test('a private address is never called or retried', async () => {
    const hook = await subscribe(['teamspace.created'])
    // As if a host name had started to resolve there.
    await service.deps.db.system`
      update webhook_subscriptions set url = 'http://10.255.255.1:1/x' where id = ${hook.id}`
    await createTeamspace('Inside')
    await waitForStatuses(hook.id, 'failed')
    const { attempts } = await readDelivery(hook.id)
    expect(attempts).toMatchObject([
      { status_code: null, reason: expect.stringContaining('private') },
    ])
  })

  test('deliveries claimed by a dead sender are sent by another', async () => {
    const hook = await subscribe(['teamspace.created'])
    await createTeamspace('Taken')
    await waitForStatuses(hook.id, 'delivered')
    const leased = (due: Date) => service.deps.db.system`
      update webhook_deliveries set status = 'sending', lease = gen_random_uuid(), due_at = ${due}
      where subscription_id = ${hook.id} and event_seq is not null`
    await leased(new Date(service.deps.clock().getTime() + 60_000))
    // The test event shows that the sender has checked.
    await expectStatus(202, call('POST', `/subscriptions/${hook.id}/test`))
    await waitForStatuses(hook.id, 'sending', 'delivered')
    const taken = () => hook.deliveries().filter(({ body }) => body.type === 'teamspace.created')
    expect(taken()).toHaveLength(1)
    await leased(new Date(service.deps.clock().getTime() - 1))
    await sendDueNow(hook)
    await waitForStatuses(hook.id, 'delivered', 'delivered')
    expect(taken()).toHaveLength(2)
    expect(new Set(taken().map(({ id }) => id)).size).toBe(1)
  })
})

test('a sender whose lease expired does not record an outcome', async () => {
  const hook = await subscribe(['teamspace.created'])
  await createTeamspace('Late')
  await waitForAttempts(hook, 1)
  const late = Promise.withResolvers<number>()
  answers.set(hook.path, [late.promise])
  const delivery = await claimOne(hook)
  const attempt = attemptDelivery(service.deps, delivery, new AbortController().signal)
  await expect.poll(() => hook.deliveries().length, soon).toBe(2)
  await service.deps.db.system`
    update webhook_deliveries set lease = gen_random_uuid() where id = ${delivery.id}`
  late.resolve(500)
  await attempt
  const { status, attempts } = await readDelivery(hook.id)
  expect([status, attempts]).toMatchObject(['sending', [{ status_code: 204 }]])
})

test('a stopping sender returns its claimed deliveries as if never started', async () => {
  const hook = await subscribe(['teamspace.created'])
  await createTeamspace('Stopped')
  await waitForAttempts(hook, 1)
  answers.set(hook.path, [never])
  const stopping = new AbortController()
  const attempt = attemptDelivery(service.deps, await claimOne(hook), stopping.signal)
  await expect.poll(() => hook.deliveries().length, soon).toBe(2)
  expect(await readDelivery(hook.id)).toMatchObject({ status: 'sending', attempts_count: 1 })
  stopping.abort(new Error('stopping'))
  await attempt
  await sendDueNow(hook)
  await waitForStatuses(hook.id, 'delivered')
  expect(await readDelivery(hook.id)).toMatchObject({ attempts_count: 1, attempts: [{}, {}] })
})
