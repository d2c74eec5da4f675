import { describe, expect, test } from 'vitest'
import { expectStatus } from '../../../../test/harness.ts'
import { base, useSocial } from '../../../../test/use-social.ts'
import { operator } from '../../workspaces/operator.ts'
import { demoSocial } from '../demo.ts'
import { nextFreeSlot } from './next-slot.ts'

const { world, service, create, get, post, createWorkspace } = useSocial()

describe('the queue', () => {
  test('slots are added, listed in the order of the week, and removed', async () => {
    const { key, id } = await createWorkspace()
    const add = (body: object) => post('/queue-slots', { account_id: id, ...body }, key)
    const late = await add({ weekday: 'fri', time: '18:00', timezone: 'Europe/Berlin' })
    expect(late.status).toBe(201)
    await add({ account_id: String(id), weekday: 'tue', time: '09:30' })
    await expectStatus(409, add({ weekday: 'fri', time: '18:00', timezone: 'Europe/Berlin' }))
    for (const wrong of [
      { weekday: 'friday', time: '18:00' },
      { weekday: 'fri', time: '24:00' },
      { weekday: 'fri', time: '18:00', timezone: 'Mars/Olympus' },
    ]) {
      expect((await add(wrong)).status).toBe(400)
    }
    expect((await add({ account_id: world.news, weekday: 'fri', time: '18:00' })).status).toBe(404)
    const { body } = await get(`/queue-slots?account_id=${id}`, key)
    expect(body.results.map(({ weekday }: { weekday: string }) => weekday)).toEqual(['tue', 'fri'])
    const path = `${base}/queue-slots/${late.body.id}`
    expect((await service.call('DELETE', path, { key: world.stranger.key })).status).toBe(404)
    expect((await service.call('DELETE', path, { key })).status).toBe(204)
    expect((await get('/queue-slots', key)).body.count).toBe(1)
    await service.call('DELETE', `${base}/accounts/${id}`, { key })
    expect((await get('/queue-slots', key)).body.count).toBe(0)
  })

  test('posts added at the same time get different slots', async () => {
    const { key, id } = await createWorkspace()
    const queued = { message: 'Q', account_ids: [id], action: 'add_to_queue' }
    // Without slots, three times a day are assumed.
    const { body: usual } = await create(queued, key)
    expect(usual.posts[0].date).toMatch(/T(09|12|17):00:00/)
    await post('/delete-post', { group_id: usual.group_id }, key)
    await post('/queue-slots', { account_id: id, weekday: 'mon', time: '09:00' }, key)
    await post('/queue-slots', { account_id: id, weekday: 'wed', time: '09:00' }, key)
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(queued, key)))
    const dates = answers.map(({ body }) => body.posts[0].date).sort()
    expect(new Set(dates).size).toBe(6)
    const weekdays = dates.map((date) => new Date(date).getUTCDay())
    expect(weekdays.every((day) => day === 1 || day === 3)).toBe(true)
    expect(Date.parse(dates[5]) - Date.parse(dates[0])).toBeLessThan(22 * 86_400_000)
    // A released slot is used again.
    await post('/delete-post', { group_id: answers[2]?.body.group_id }, key)
    const again = await create(queued, key)
    expect(again.body.posts[0]).toMatchObject({
      date: answers[2]?.body.posts[0].date,
      queued: true,
    })
  })

  test('the next slot uses local time and leaves out skipped times', () => {
    const slot = { weekday: 'sun', time: '02:30', timezone: 'Europe/Berlin' } as const
    const next = (now: string, taken: string[] = [], slots = [slot]) =>
      nextFreeSlot(
        slots,
        new Set(taken.map((at) => Date.parse(at))),
        new Date(now),
      )?.date.toISOString()
    expect(next('2027-03-14T00:00:00Z')).toBe('2027-03-14T01:30:00.000Z')
    // On the 28th there is no 02:30; on 4 April it is an hour earlier in UTC.
    expect(next('2027-03-22T00:00:00Z')).toBe('2027-04-04T00:30:00.000Z')
    expect(next('2027-04-04T00:30:00Z')).toBe('2027-04-11T00:30:00.000Z')
    expect(next('2027-04-04T00:00:00Z', ['2027-04-04T00:30:00Z'])).toBe('2027-04-11T00:30:00.000Z')
    expect(next('2027-04-04T00:00:00Z', [], [])).toBeUndefined()
  })
})

describe('tags', () => {
  test('are created once, ignoring case', async () => {
    const { key } = await createWorkspace()
    const tag = await post('/tags', { name: ' Launch ' }, key)
    expect([tag.status, tag.body.name]).toEqual([201, 'Launch'])
    expect((await post('/tags', { name: 'LAUNCH' }, key)).body).toEqual(tag.body)
    expect((await post('/tags', { name: '' }, key)).status).toBe(400)
    const both = await Promise.all([
      post('/tags', { name: 'B' }, key),
      post('/tags', { name: 'b' }, key),
    ])
    expect(both[0]?.body.id).toBe(both[1]?.body.id)
    expect((await get('/tags', key)).body.count).toBe(2)
    expect((await get('/tags', world.stranger.key)).body.count).toBe(0)
  })
})

describe('the demo', () => {
  test('has accounts that post nothing, drafts for them, and is created once', async () => {
    const { key, slug, email } = await service.tenant()
    const owner = await operator(service.deps, { workspace: slug, user: email })
    await demoSocial(service.deps, { owner, remember: async () => {} })
    await demoSocial(service.deps, { owner, remember: async () => {} })
    const { body } = await get('/accounts', key)
    expect(body.results.map(({ is_active }: { is_active: boolean }) => is_active)).toEqual([
      false,
      false,
      false,
    ])
    const ids = body.results.map(({ id }: { id: number }) => id)
    const { body: drafts } = await get(`/get-drafts?account_ids=${ids}&search=bench`, key)
    expect(drafts.count).toBe(2)
  })
})
