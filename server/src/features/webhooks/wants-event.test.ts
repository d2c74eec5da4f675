import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectStatus } from '../../../test/harness.ts'
import { sample, seed } from '../../../test/soak.ts'
import { eventTypes, isPersonal } from '../events/known-events.ts'
import { fitsData, mayWant, meansType } from './event-selection.ts'
import { type ReceivedDelivery, soon, useWebhooks } from './test-webhooks.ts'

const { service, mia, call, subscribe, createTeamspace, listDeliveries, waitForAllSent } =
  useWebhooks()

describe('which events', () => {
  test('by name, by noun, all; by object, by data, by list items', async () => {
    const jo = await service.tenant()
    const board = await expectStatus(201, call('POST', '/api/v1/pm/boards', { title: 'One' }, jo))
    const other = await expectStatus(201, call('POST', '/api/v1/pm/boards', { title: 'Two' }, jo))
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
      (await expectStatus(201, call('POST', '/api/v1/pm/tasks', { board: of.id, title: 'A' }, jo)))
        .id
    const [first, second] = [await make(board), await make(other)]
    await expectStatus(200, call('PATCH', `/api/v1/pm/tasks/${first}`, { title: 'B' }, jo))
    await expectStatus(200, call('PATCH', `/api/v1/pm/boards/${other.id}`, { title: 'Three' }, jo))
    await createTeamspace('The last', jo)
    // Events from just before a subscription may come too: they are distributed after their commit.
    const earlier = /^(api_key|webhook_subscription|pm_board\.created)/
    const of = (hook: { deliveries(): ReceivedDelivery[] }) =>
      hook
        .deliveries()
        .map(({ body }) => [body.type, body.data.object.id])
        .filter(([type]) => !earlier.test(type))
        .sort()
    await expect.poll(() => of(hooks.all).length, soon).toBe(5)
    await waitForAllSent(jo)
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
    await expectStatus(
      200,
      call('POST', '/api/v1/service/agent/notify', {
        ...{ userId: String(userId), workspaceId: String(workspaceId), category: 'agentProgress' },
        ...{ title: 'Half way', message: 'Only for Jo.' },
      }),
    )
    await expect.poll(() => theirs.deliveries().length, soon).toBe(1)
    expect(theirs.deliveries()[0]?.body.data.data.message).toBe('Only for Jo.')
    const everything = { after_seq: 0 }
    const path = `/subscriptions/${ours.id}/replay`
    const replayed = await expectStatus(202, call('POST', path, everything))
    expect(replayed.queued).toBe(0)
    expect([ours.deliveries(), await listDeliveries(ours.id)]).toEqual([[], []])
  })

  test('without subscriptions nothing is written', async () => {
    const jo = await service.tenant()
    const written = async () =>
      service.deps.db.system`
        select count(*) from webhook_deliveries where workspace_id = ${jo.workspaceId}`
    await subscribe(['*'], { is_active: false }, jo)
    await createTeamspace('Quiet', jo)
    expect((await service.events(jo.key)).body.results.length).toBeGreaterThanOrEqual(2)
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
