import { describe, expect, test } from 'vitest'
import { useSocial } from '../../../../test/use-social.ts'
import { serviceActor } from '../../../http/permissions.ts'
import { findPosts } from './find-posts.ts'

const { world, service, create, get, post, createWorkspace } = useSocial()
const words = (body: { results: { message: string }[] }) =>
  body.results.map(({ message }) => message)

describe('entries without a date', () => {
  test('come last both ways, and pages neither repeat nor skip any', async () => {
    const { key, ids, list } = await createWorkspace(2)
    for (const [index, message] of ['A', 'B', 'C', 'D', 'E', 'F', 'G'].entries()) {
      const date = index % 2 === 0 ? null : `2037-03-0${index} 10:00`
      await create({ message, account_ids: [ids[index % 2]], date }, key)
    }
    const paged = async (order: string, more = '') => {
      const seen: string[] = []
      for (let page = 1; page <= 4; page++) {
        const query = `order_by=date&order=${order}&per_page=2&page=${page}${more}`
        seen.push(...words((await list(query)).body))
      }
      return seen.join('')
    }
    expect(await paged('desc')).toBe('FDBGECA')
    expect(await paged('asc')).toBe('BDFACEG')
    // A search returns the same order, with or without the index.
    await create({ message: 'Ask us', account_ids: [ids[0]] }, key)
    await create({ message: 'Ask me', account_ids: [ids[0]], date: '2037-03-09 10:00' }, key)
    expect(words((await list('order_by=date&order=desc&search=ask')).body)).toEqual([
      'Ask me',
      'Ask us',
    ])
    expect(words((await list('order_by=date&order=desc&search=k%20')).body)).toEqual([
      'Ask me',
      'Ask us',
    ])
  })
})

describe('from and to', () => {
  async function planned() {
    const made = await createWorkspace(2)
    const { key, ids } = made
    const tz = 'Pacific/Auckland'
    const one = (message: string, date: string | null, more = {}) =>
      create({ message, date, tz, account_ids: [ids[0]], ...more }, key)
    await one('before', '2037-04-30 23:59')
    await one('first', '2037-05-01 00:00')
    await one('middle', '2037-05-15 12:00', { account_ids: [ids[1]], tags: ['Sale'] })
    await one('last', '2037-05-31 23:59', { tags: ['Sale'] })
    await one('after', '2037-06-01 00:00', { tags: ['Sale'] })
    await one('some day', null, { tags: ['Sale'] })
    await one('out', '2037-05-20 10:00', { action: 'schedule' })
    return made
  }

  test('are whole days in the zone, or instants with an exclusive end', async () => {
    const { list } = await planned()
    const found = async (query: string, path?: string) =>
      words((await list(`order_by=date&order=asc&${query}`, path)).body)
    const month = 'from=2037-05-01&to=2037-05-31'
    expect(await found(`${month}&tz=Pacific/Auckland`)).toEqual(['first', 'middle', 'last'])
    expect(await found(`${month}&tz=Pacific/Auckland`, 'get-posts')).toEqual(['out'])
    // The workspace zone is UTC, and Auckland is half a day ahead.
    expect(await found(month)).toEqual(['middle', 'last', 'after'])
    expect(await found('from=2037-05-31&tz=Pacific/Auckland')).toEqual(['last', 'after'])
    expect(await found('to=2037-05-01&tz=Pacific/Auckland')).toEqual(['before', 'first'])
    const instants = 'from=2037-04-30T12:00:00Z&to=2037-05-15T00:00:00.000Z'
    expect(await found(instants)).toEqual(['first'])
    expect(await found('from=2037-05-15T12:00%2B12:00&to=2037-05-15T12:01%2B12:00')).toEqual([
      'middle',
    ])
    expect(await found(`${month}&tz=Pacific/Auckland&tag=SALE&search=LAST`)).toEqual(['last'])
    const { body } = await list(
      `${month}&tz=Pacific/Auckland&per_page=2&order_by=message&order=desc`,
    )
    expect(body).toMatchObject({ count: 3, pages_count: 2 })
    expect(words(body)).toEqual(['middle', 'last'])
    expect(new URL(body.next).searchParams.get('to')).toBe('2037-05-31')
  })

  test('a day starts at its first valid time if clocks skip midnight', async () => {
    const { key, id, list } = await createWorkspace()
    const tz = 'Africa/Cairo'
    await create({ message: 'Thursday', account_ids: [id], date: '2037-04-29 23:30', tz }, key)
    await create({ message: 'Friday', account_ids: [id], date: '2037-04-30 01:00', tz }, key)
    expect(words((await list(`tz=${tz}&from=2037-04-30&to=2037-04-30`)).body)).toEqual(['Friday'])
    expect(words((await list(`tz=${tz}&to=2037-04-29`)).body)).toEqual(['Thursday'])
  })

  test.each([
    ['from=2037-02-30', 'from'],
    ['from=soon', 'from'],
    ['to=2037-02-20T25:00:00Z', 'to'],
    ['to=2037-02-20T10:00', 'to'],
    ['from=0000-01-01', 'from'],
    ['to=9999-12-31', 'to'],
    ['from=2037-02-20&to=2037-02-18', 'to'],
    ['group_id=1', 'group_id'],
  ])('400 %s', async (query, field) => {
    const { status, body } = await get(`/get-drafts?account_ids=${world.news}&${query}`)
    expect([status, body.errors?.[0].path]).toEqual([400, field])
  })

  test('dates far away are valid', async () => {
    const { list } = await planned()
    expect((await list('from=1900-01-01&to=2999-12-31')).body.count).toBe(5)
  })

  test('with many matches, the list is scanned in its order', async () => {
    const { key, workspaceId, ids } = await createWorkspace(2)
    for (let day = 10; day < 20; day++) {
      const tags = day % 5 === 0 ? ['Fifth'] : ['Any']
      const body = { message: `Day ${day}`, account_ids: [ids[day % 2]], tags }
      await create({ ...body, date: `2037-05-${day} 10:00`, tz: 'UTC' }, key)
    }
    const sql = service.deps.db.workspace(workspaceId)
    const find = async (more: object, collected: number) => {
      const { ids: found, ...rest } = await findPosts(
        sql,
        {
          reader: serviceActor(workspaceId, null),
          workspaceId,
          accountIds: ids,
          statuses: ['draft'],
          ...more,
        },
        { by: 'date', isDescending: true },
        { offset: 1, limit: 2 },
        { listed: 5, counted: 5, collected, sampled: 10, frequent: 10 },
      )
      return { ...rest, found: found.length }
    }
    const dates = { from: new Date('2037-05-12'), to: new Date('2037-05-18') }
    expect(await find(dates, 6)).toEqual({ count: 6, found: 2, limited: undefined })
    expect(await find(dates, 5)).toEqual({ count: 5, found: 2, limited: 'count stops at 5' })
    // Too many posts in the date range, but few of them with the tag.
    expect(await find({ ...dates, tag: 'Fifth' }, 5)).toMatchObject({ count: 1, found: 0 })
    expect(await find({ ...dates, tag: 'Any' }, 3)).toEqual({
      count: 4,
      found: 2,
      limited: 'count stops at 3',
    })
    // Another workspace sees none of it, not even through the search function.
    const [seen] = await service.deps.db.workspace(world.mia.workspaceId)<{ count: number }>`
      select count(*) from social_posts_matching(${ids}, array['draft'], null, 'Any', null, null,
        10)`
    expect(seen?.count).toBe(0)
  })
})

describe('tag and group', () => {
  test('a tag matches as a whole, ignoring case', async () => {
    const { key, id, list } = await createWorkspace()
    await create({ message: 'A', account_ids: [id], tags: ['Sale'] }, key)
    await create({ message: 'B', account_ids: [id], tags: ['Summer sale', 'sale'] }, key)
    await create({ message: 'C sale', account_ids: [id], tags: ['Summer sale'] }, key)
    expect((await list('tag=sALE&order=asc')).body).toMatchObject({ count: 2 })
    expect(words((await list('tag=summer%20sale&order=asc')).body)).toEqual(['B', 'C sale'])
    expect((await list('tag=unheard')).body).toMatchObject({ count: 0, results: [], next: null })
  })

  test('a group filters drafts and posts that were created together', async () => {
    const { key, ids, list } = await createWorkspace(3)
    const { group_id, posts } = (await create({ message: 'G', account_ids: ids }, key)).body
    await create({ message: 'Other', account_ids: ids }, key)
    await post(`/drafts/${posts[0].id}/schedule`, { date: '2037-05-01 10:00' }, key)
    const drafts = (await list(`group_id=${group_id}&order_by=id&order=asc`)).body
    expect(drafts.results.map(({ id }: { id: number }) => id)).toEqual([posts[1].id, posts[2].id])
    expect((await list(`group_id=${group_id}`, 'get-posts')).body.count).toBe(1)
    const theirs = `/get-drafts?account_ids=${ids}&group_id=${group_id}`
    expect((await get(theirs, world.stranger.key)).body.count).toBe(0)
  })
})
