import { describe, expect, test } from 'vitest'
import { base, useSocial } from '../../../../test/use-social.ts'
import { serviceActor } from '../../../http/permissions.ts'
import { findPosts } from './find-posts.ts'
import { postsByIds } from './queries.ts'

const { world, service, create, get, post, createWorkspace } = useSocial()

/** The names of the rows in the test below. */
function named(draft: string): string {
  const n = Number(draft.split(' ')[1])
  const words = { needle: 200, common: 50, middle: 40 }
  const extra = Object.entries(words).filter(([, every]) => n % every === 0)
  return [...extra.map(([word]) => word), draft].join(' ')
}

describe('get-drafts', () => {
  test('400s: accounts, pages, orders, zones', async () => {
    const bad = [
      '',
      'account_ids=',
      'account_ids=,%20,',
      'account_ids=1&page=0',
      'account_ids=1&per_page=0',
      'account_ids=1&page=x',
      'account_ids=1&order=up',
      'account_ids=1&order=2',
      'account_ids=1&order_by=account',
      'account_ids=1&tz=Mars/Olympus',
      'account_ids=1&page=1000000001',
      `account_ids=${Array.from({ length: 1001 }, (_, at) => at + 1).join(',')}`,
      `account_ids=${Array.from({ length: 10_000 }, (_, at) => at + 1).join(',')}`,
    ]
    for (const query of bad) {
      for (const path of ['get-drafts', 'get-posts']) {
        const { status, body } = await get(`/${path}?${query}`)
        expect([path, query.slice(0, 40), status, body.code]).toEqual([
          path,
          query.slice(0, 40),
          400,
          'validation_failed',
        ])
      }
    }
    expect((await get(`/get-posts?account_ids=${world.news}&status=draft`)).status).toBe(400)
    const said = async (query: string) =>
      (await get(`/get-drafts?account_ids=1&${query}`)).body.detail
    expect(await said('order_by=colour')).toContain('must be one of created_at, updated_at, date')
    expect(await said('tz=Mars/Olympus')).toContain('must be an IANA time zone such as')
  })

  test('the envelope: pages, links, unknown accounts, a page far beyond', async () => {
    const { key, id } = await createWorkspace()
    for (let at = 0; at < 12; at++) await create({ message: `M${at}`, account_ids: [id] }, key)
    const url = `/get-drafts?account_ids=${id},${world.mastodon}&account_ids=abc&account_ids=2000000000`
    const { body } = await get(url, key)
    expect(body).toMatchObject({ count: 12, page: 1, per_page: 10, pages_count: 2, previous: null })
    expect(body.results).toHaveLength(10)
    expect(body.unknown_account_ids).toEqual([world.mastodon, 'abc', 2000000000])
    expect(Object.keys(body).sort()).toEqual(
      [
        'count',
        'next',
        'page',
        'pages_count',
        'per_page',
        'previous',
        'results',
        'unknown_account_ids',
      ].sort(),
    )
    const next = new URL(body.next)
    expect(next.searchParams.get('page')).toBe('2')
    const second = await get(next.pathname.slice(base.length) + next.search, key)
    expect(second.body.results).toHaveLength(2)
    expect(second.body.next).toBeNull()
    const far = await get(`${url}&page=1000000000&per_page=100`, key)
    expect(far.body).toMatchObject({ count: 12, results: [], next: null, pages_count: 1 })
  })

  test('in every order, both ways; entries without a date come last', async () => {
    const { key, ids, list } = await createWorkspace(2)
    const made: Record<string, number> = {}
    const dated = [
      ['bee', ids[0], '2027-03-01 10:00'],
      ['Ant', ids[1], '2027-01-01 10:00'],
      ['cat', ids[0], null],
      [`${'x'.repeat(70)}b`, ids[1], '2027-02-01 10:00'],
      [`${'x'.repeat(70)}a`, ids[0], '2027-02-02 10:00'],
    ] as const
    for (const [message, account, date] of dated) {
      const { body } = await create({ message, account_ids: [account], date }, key)
      made[message.slice(-3)] = body.posts[0].id
    }
    await service.call('PUT', `${base}/update-draft`, {
      key,
      body: { draft_id: made.Ant as number, tags: ['x'] },
    })
    const order = async (query: string) =>
      (await list(query)).body.results.map(({ message }: { message: string }) => message.slice(-3))
    expect(await order('')).toEqual(['xxa', 'xxb', 'cat', 'Ant', 'bee'])
    expect(await order('order=asc')).toEqual(['bee', 'Ant', 'cat', 'xxb', 'xxa'])
    expect(await order('order_by=created_at&order=1')).toEqual(['bee', 'Ant', 'cat', 'xxb', 'xxa'])
    expect(await order('order_by=id&order=-1')).toEqual(['xxa', 'xxb', 'cat', 'Ant', 'bee'])
    expect(await order('order_by=updated_at')).toEqual(['Ant', 'xxa', 'xxb', 'cat', 'bee'])
    expect(await order('order_by=message&order=asc')).toEqual(['Ant', 'bee', 'cat', 'xxa', 'xxb'])
    expect(await order('order_by=message&order=desc')).toEqual(['xxb', 'xxa', 'cat', 'bee', 'Ant'])
    expect(await order('order_by=date&order=asc')).toEqual(['Ant', 'xxb', 'xxa', 'bee', 'cat'])
    expect(await order('order_by=post.date&order=asc&per_page=2&page=2')).toEqual(['xxa', 'bee'])
  })

  test('search finds any part of message and tags, whatever its case; % and _ are themselves', async () => {
    const { key, id, list } = await createWorkspace()
    const messages = [
      '100% Wool',
      '1000 things',
      'a_b',
      'axb',
      'BÄNKE im Park',
      'back\\slash',
      '犬と猫と鳥',
    ]
    for (const message of messages) await create({ message, account_ids: [id] }, key)
    await create({ message: 'tagged', account_ids: [id], tags: ['Summer Sale'] }, key)
    const found = async (search: string) => {
      const { body } = await list(`order=asc&search=${encodeURIComponent(search)}`)
      const shown = body.results.map(({ message }: { message: string }) => message)
      expect(body.count).toBe(shown.length)
      return shown
    }
    expect(await found('wool')).toEqual(['100% Wool'])
    expect(await found('100%')).toEqual(['100% Wool'])
    expect(await found('a_b')).toEqual(['a_b'])
    expect(await found('_')).toEqual(['a_b'])
    expect(await found('%')).toEqual(['100% Wool'])
    expect(await found('\\')).toEqual(['back\\slash'])
    expect(await found('bänke')).toEqual(['BÄNKE im Park'])
    expect(await found('ÄNK')).toEqual(['BÄNKE im Park'])
    expect(await found('と猫')).toEqual(['犬と猫と鳥'])
    expect(await found('mer sal')).toEqual(['tagged'])
    expect(await found('x')).toEqual(['axb'])
    expect(await found('nothing of it')).toEqual([])
    expect(await found(' ')).toHaveLength(8)
  })

  test('a search of many entries counts up to a limit and has a next page', async () => {
    const { key, id, workspaceId, list } = await createWorkspace()
    const now = service.deps.clock()
    await service.deps.db.system`
      insert into social_posts (workspace_id, account_id, group_id, status, message, media, tags,
        comments, additional, timezone, queued, search_text, created_at, updated_at)
      select ${workspaceId}, ${id}, gen_random_uuid(), 'draft', text, '[]', '{}', '[]', '{}', 'UTC',
        false, text, ${now}::timestamptz + n * interval '1 ms', ${now}
      from (select n, case when n % 200 = 0 then 'needle ' else '' end
          || case when n % 50 = 0 then 'common ' else '' end
          || case when n % 40 = 0 then 'middle ' else '' end || 'draft ' || n as text
        from generate_series(1, 1001) n) rows`
    const sql = service.deps.db.workspace(workspaceId)
    const find = async (search: string, offset = 0, limit = 2) => {
      const order = { by: 'created_at', isDescending: true } as const
      const pattern = search && `%${search}%`
      const filter = {
        reader: serviceActor(workspaceId, null),
        workspaceId,
        accountIds: [id],
        statuses: ['draft'],
        pattern,
      }
      const limits = { listed: 1000, counted: 1000, collected: 20, sampled: 100, frequent: 30 }
      const found = await findPosts(sql, filter, order, { offset, limit }, limits)
      const rows = await postsByIds(sql, workspaceId, found.ids)
      return [found.count, rows.map(({ message }) => message), found.limited]
    }
    const newest = ['draft 1001', 'draft 1000'].map(named)
    expect(await find('')).toEqual([1000, newest, 'count stops at 1000'])
    expect(await find('', 1000)).toEqual([1001, ['draft 1'], 'count stops at 1000'])
    expect(await find('needle')).toEqual([
      5,
      [1000, 800].map((n) => named(`draft ${n}`)),
      undefined,
    ])
    expect(await find('common', 19)).toEqual([20, [named('draft 50')], undefined])
    const stops = 'count stops at 100'
    expect(await find('draft', 2)).toEqual([100, ['draft 999', 'draft 998'], stops])
    expect(await find('draft', 140)).toEqual([143, ['draft 861', 'draft 860'], stops])
    expect(await find('draft', 1000)).toEqual([1001, ['draft 1'], stops])
    expect(await find('draft', 2000)).toEqual([100, [], stops])
    // Not frequent enough to be common, but more than the search gathers.
    const middle = [960, 920].map((n) => named(`draft ${n}`))
    expect(await find('middle', 1)).toEqual([20, middle, 'count stops at 20'])
    expect(await find('8', 1)).toEqual([9, ['draft 989', 'draft 988'], 'first 20'])
    // Another workspace sees none of it, not even through the search function.
    const [seen] = await service.deps.db.workspace(world.mia.workspaceId)<{ count: number }>`
      select count(*) from social_posts_matching(${[id]}, array['draft'], '%needle%', null, null,
        null, 10)`
    expect(seen?.count).toBe(0)
    const rare = await list('search=needle&per_page=1')
    expect(rare.body).toMatchObject({ count: 5, pages_count: 5 })
    await post('/delete-draft', { draft_ids: [rare.body.results[0].id] }, key)
    expect((await list('search=needle')).body.count).toBe(4)
  })
})
