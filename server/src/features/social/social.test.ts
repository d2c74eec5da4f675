import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlueskyServer, startBluesky } from '../../../test/bluesky-server.ts'
import { type Answer, type Tenant, useService } from '../../../test/harness.ts'
import { type MastodonServer, startMastodon } from '../../../test/mastodon-server.ts'
import { type PostReceiver, startReceiver } from '../../../test/post-receiver.ts'
import { operator } from '../workspaces/operator.ts'
import { demoSocial } from './demo.ts'
import { findPosts } from './find-posts.ts'
import { nextFreeSlot } from './next-slot.ts'
import { foldCounts } from './publish-queries.ts'
import { postsByIds } from './queries.ts'

const service = useService()
const base = '/api/v1/service/social-media'
let mia: Tenant
let stranger: Tenant
let toots: MastodonServer
let sky: BlueskyServer
let receiver: PostReceiver
/** Of Mia: on Mastodon, on Bluesky, and a webhook. */
let mastodon: number
let bluesky: number
let news: number

beforeAll(async () => {
  mia = await service.tenant()
  stranger = await service.tenant()
  toots = await startMastodon()
  sky = await startBluesky()
  receiver = await startReceiver()
  mastodon = (
    await connect({ network: 'mastodon', base_url: toots.url, access_token: toots.token })
  ).body.id
  bluesky = (await connect(blueskyAccount())).body.id
  news = (await connect({ network: 'webhook', url: receiver.url, secret: receiver.secret })).body.id
})

afterAll(async () => {
  for (const server of [toots, sky, receiver]) await server.close()
})

function blueskyAccount() {
  const { handle, password: app_password } = sky
  return { network: 'bluesky', service_url: sky.url, handle, app_password }
}

function connect(body: object, key = mia.key): Promise<Answer> {
  return service.call('POST', `${base}/accounts`, { key, body })
}

function create(body: object, key = mia.key): Promise<Answer> {
  return service.call('POST', `${base}/create`, { key, body })
}

function get(path: string, key = mia.key): Promise<Answer> {
  return service.call('GET', base + path, { key })
}

function put(path: string, body: object, headers = {}): Promise<Answer> {
  return service.call('PUT', base + path, { key: mia.key, body, headers })
}

function post(path: string, body?: object, key = mia.key): Promise<Answer> {
  return service.call('POST', base + path, { key, ...(body && { body }) })
}

/** A workspace of its own with one account, for tests that count. */
async function fresh(accounts = 1) {
  const { key, workspaceId, userId } = await service.tenant()
  const ids: number[] = []
  for (let at = 0; at < accounts; at++) {
    const url = `https://news.example.com/${at}`
    const { body } = await connect({ network: 'webhook', url, secret: receiver.secret }, key)
    ids.push(body.id)
  }
  const list = (query: string, path = 'get-drafts') =>
    get(`/${path}?account_ids=${ids.join(',')}&${query}`, key)
  return { key, workspaceId, userId, ids, id: ids[0] as number, list }
}

/** Events are told a moment after the change that they tell of. */
async function expectEvents(key: string, ...types: string[]): Promise<void> {
  const seen = async () => {
    const { body } = await service.call('GET', '/api/v1/events?limit=100', { key })
    return body.results.map(({ type }: { type: string }) => type)
  }
  await expect.poll(seen, { timeout: 5000 }).toEqual(expect.arrayContaining(types))
}

describe('accounts', () => {
  test('201 asks the network who it is, and shows hints only', async () => {
    const { body } = await get(`/accounts/${mastodon}`)
    expect(body).toMatchObject({
      network: 'mastodon',
      type: 'profile',
      handle: `@studio@${new URL(toots.url).host}`,
      address_hint: toots.url,
      credential_hint: '…4f2a',
      max_characters: 500,
      is_active: true,
      last_error: null,
    })
    expect(body.verified_at).toBeTypeOf('string')
    const all = (await get('/accounts')).text + (await get('/get-accounts')).text
    for (const secret of [toots.token, sky.password, receiver.secret]) {
      expect(all).not.toContain(secret)
    }
    const { text } = await service.call('GET', '/api/v1/events?limit=100', { key: mia.key })
    expect(text).not.toContain(toots.token)
  })

  test('are listed in the form that clients choose from', async () => {
    const { status, body } = await get('/get-accounts')
    expect(status).toBe(200)
    expect(body).toEqual({
      accounts: [
        { id: mastodon, name: expect.any(String), type: 'profile', network: 'mastodon' },
        { id: bluesky, name: '@studio.bsky.social', type: 'profile', network: 'bluesky' },
        { id: news, name: new URL(receiver.url).host, type: 'webhook', network: 'webhook' },
      ],
      total: 3,
    })
    expect((await get('/get-accounts?network=bluesky')).body.total).toBe(1)
    expect((await get('/get-accounts?network=facebook')).body).toEqual({ accounts: [], total: 0 })
    expect((await get('/get-accounts', stranger.key)).body.total).toBe(0)
  })

  test.each([
    [{ network: 'mastodon', base_url: 'https://m.example' }, 'access_token'],
    [{ network: 'mastodon', access_token: 'x' }, 'base_url'],
    [{ network: 'bluesky', handle: 'a.example' }, 'app_password'],
    [{ network: 'webhook', url: 'https://x.example' }, 'secret'],
    [{ network: 'webhook', url: 'ftp://x.example', secret: 'x'.repeat(16) }, 'url'],
    [{ network: 'webhook', url: 'https://u:p@x.example', secret: 'x'.repeat(16) }, 'url'],
    [{ network: 'webhook', url: 'https://x.example', secret: 'short' }, 'secret'],
    [{ network: 'webhook', url: 'https://x.example', secret: 'whsec_!!!!!!!!!!!!' }, 'secret'],
    [
      { network: 'webhook', url: 'https://x.example', secret: 'x'.repeat(16), handle: 'a' },
      'handle',
    ],
    [{ network: 'facebook' }, 'network'],
  ] as [object, string][])('400 connecting %#', async (body, field) => {
    const answer = await connect(body)
    expect([answer.status, answer.body.errors?.[0].path]).toEqual([400, field])
  })

  test('422 what the network refuses, 502 when it does not answer; neither is connected', async () => {
    const wrong = await connect({ ...blueskyAccount(), app_password: 'canary-wrong' })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'social_account_refused'])
    expect(wrong.body.detail).toContain('Invalid identifier or password')
    expect(wrong.text).not.toContain('canary')
    const nobody = { network: 'mastodon', base_url: 'http://127.0.0.1:1', access_token: 'x' }
    expect((await connect(nobody)).status).toBe(502)
    expect((await get('/get-accounts')).body.total).toBe(3)
  })

  test('are renamed, switched off, asked again; another address needs the secrets again', async () => {
    const { key, id } = await fresh()
    const change = (body: object, headers = {}) =>
      service.call('PATCH', `${base}/accounts/${id}`, { key, body, headers })
    const { body: before, headers } = await get(`/accounts/${id}`, key)
    const etag = { 'if-match': headers.etag as string }
    expect((await change({ name: 'News' }, etag)).body.name).toBe('News')
    expect((await change({ name: 'Other' }, etag)).status).toBe(412)
    expect((await change({ is_active: false })).body.is_active).toBe(false)
    expect((await change({ url: receiver.url })).body.errors[0].path).toBe('secret')
    const moved = await change({ url: receiver.url, secret: receiver.secret })
    expect(moved.body.address_hint).not.toBe(before.address_hint)
    const verified = await post(`/accounts/${id}/verify`, undefined, key)
    expect(verified.body).toMatchObject({ handle: new URL(receiver.url).host })
    expect(receiver.calls.at(-1)?.type).toBe('social_account.verify')
    await change({ secret: 'another-secret-than-theirs' })
    const refused = await post(`/accounts/${id}/verify`, undefined, key)
    expect(refused.status).toBe(422)
    expect((await get(`/accounts/${id}`, key)).body.last_error).toContain('signature')
  })

  test('disconnected they forget their secrets, and what was written can still be read', async () => {
    const { key, id, workspaceId, list } = await fresh()
    await create({ message: 'Kept', account_ids: [id] }, key)
    const gone = await service.call('DELETE', `${base}/accounts/${id}`, { key })
    expect(gone.status).toBe(204)
    expect((await get(`/accounts/${id}`, key)).status).toBe(404)
    expect((await create({ message: 'No', account_ids: [id] }, key)).status).toBe(404)
    expect((await list('')).body).toMatchObject({ count: 1, unknown_account_ids: [] })
    const [row] = await service.deps.db.system`
      select credentials from social_accounts where workspace_id = ${workspaceId}`
    expect(row?.credentials).toEqual({})
  })

  test('403 for members, who write and read', async () => {
    const jo = await service.colleague(mia, 'member')
    expect((await connect(blueskyAccount(), jo.key)).status).toBe(403)
    expect((await create({ message: 'Mine', account_ids: [news] }, jo.key)).status).toBe(201)
    const guest = await service.colleague(mia, 'guest')
    expect((await get('/get-accounts', guest.key)).status).toBe(403)
  })
})

describe('create', () => {
  test('201 one draft for each account, in one group, with exactly what a draft has', async () => {
    const { key, userId, ids, list } = await fresh(2)
    const made = await create(
      {
        message: 'Hello',
        account_ids: [String(ids[0]), ids[1], ids[0]],
        date: '2027-06-01 09:30',
        tz: 'Europe/Berlin',
        tags: ['Autumn', 'autumn ', 'Launch'],
        media: ['https://pictures.example/a.png'],
        comments: ['First!'],
        additional: { mastodon: { visibility: 'unlisted' } },
      },
      key,
    )
    expect(made.status).toBe(201)
    expect(made.body.posts).toHaveLength(2)
    const { body } = await list('tz=America/New_York&order=asc')
    expect(body.results[0]).toEqual({
      id: made.body.posts[0].id,
      group_id: made.body.group_id,
      account: { id: ids[0], network: 'webhook', name: 'news.example.com' },
      message: 'Hello',
      media: [{ asset_id: null, url: 'https://pictures.example/a.png', description: null }],
      tags: ['Autumn', 'Launch'],
      status: 'draft',
      date: '2027-06-01T07:30:00.000Z',
      local_date: '2027-06-01 03:30',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      created_by: userId,
    })
    expect((await list('')).body.results[0]).not.toHaveProperty('local_date')
    const { body: whole } = await get(`/drafts/${made.body.posts[0].id}`, key)
    expect(whole).toMatchObject({
      comments: ['First!'],
      additional: { mastodon: { visibility: 'unlisted' } },
      timezone: 'Europe/Berlin',
    })
    expect(
      (await get('/tags', key)).body.results.map(({ name }: { name: string }) => name),
    ).toEqual(['Autumn', 'Launch'])
    await expectEvents(key, 'social_account.connected', 'social_draft.created')
  })

  test('a date may be null, a group may grow, ids may be anything but foreign', async () => {
    const { key, id } = await fresh()
    const one = await create({ message: 'A', account_ids: [id], date: null, tz: null }, key)
    expect(one.body.posts[0].date).toBeNull()
    const group = one.body.group_id
    const two = await create({ message: 'B', account_ids: [id], group }, key)
    expect(two.body.group_id).toBe(group)
    for (const account_ids of [[mastodon], ['2000000000'], [99999999999]]) {
      const answer = await create({ message: 'x', account_ids }, key)
      expect([answer.status, answer.body.code]).toEqual([404, 'social_account_not_found'])
    }
  })

  test.each([
    [{ message: 'x'.repeat(5001) }, 'message'],
    [{ account_ids: [] }, 'account_ids'],
    [{ account_ids: ['abc'] }, 'account_ids.0'],
    [{ account_ids: 7 }, 'account_ids'],
    [{ action: 'post' }, 'action'],
    [{ date: '2027-02-30 09:30' }, 'date'],
    [{ date: '2027-02-20T09:30:00Z' }, 'date'],
    [{ date: '2027-02-20 25:30' }, 'date'],
    [{ tz: 'Mars/Olympus', date: '2027-02-20 09:30' }, 'tz'],
    [{ media: Array(11).fill('https://x.example/a.png') }, 'media'],
    [{ media: ['not a url'] }, 'media.0'],
    [{ media: ['file:///etc/passwd'] }, 'media.0'],
    [{ media: ['00000000-0000-4000-8000-000000000000'] }, 'media.0'],
    [{ tags: [''] }, 'tags.0'],
    [{ comments: [' '] }, 'comments.0'],
    [{ additional: { x: 'x'.repeat(70_000) } }, 'additional'],
    [{ action: 'schedule' }, 'date'],
    [{ action: 'schedule', date: '2020-01-01 09:30' }, 'date'],
    [{ action: 'publish', message: ' ' }, 'message'],
  ] as [object, string][])('400 creating %#', async (more, field) => {
    const answer = await create({ message: 'x', account_ids: [news], ...more })
    expect([answer.status, answer.body.errors?.[0].path]).toEqual([400, field])
  })

  test('a local time that clocks skip is a 400 that says so, one that comes twice is the first', async () => {
    const at = (date: string) =>
      create({ message: 'x', account_ids: [news], date, tz: 'Europe/Berlin' })
    const skipped = await at('2027-03-28 02:30')
    expect(skipped.status).toBe(400)
    expect(skipped.body.detail).toContain('does not exist in Europe/Berlin')
    expect((await at('2027-10-31 02:30')).body.posts[0].date).toBe('2027-10-31T00:30:00.000Z')
  })

  test('too long for a network is a 400 that names the account, unless it is a draft', async () => {
    const long = { message: 'x'.repeat(400), account_ids: [mastodon, bluesky] }
    const later = { action: 'schedule', date: '2027-02-20 09:30' }
    const refused = await create({ ...long, ...later })
    expect(refused.status).toBe(400)
    expect(refused.body.detail).toContain('@studio.bsky.social (Bluesky)')
    expect(refused.body.detail).toContain('400 characters; at most 300')
    expect((await create({ ...long, action: 'draft' })).status).toBe(201)
    const one = { message: 'x'.repeat(500), account_ids: [mastodon], ...later }
    expect((await create(one)).status).toBe(201)
    expect((await create({ ...one, message: 'x'.repeat(501) })).status).toBe(400)
    const warned = { ...one, additional: { mastodon: { spoiler_text: 'y' } } }
    expect((await create(warned)).status).toBe(400)
    expect((await create({ ...one, comments: ['x'.repeat(501)] })).body.errors[0].path).toBe(
      'comments.0',
    )
    const media = Array(5).fill('https://x.example/a.png')
    expect((await create({ ...one, media })).body.errors[0].path).toBe('media')
  })

  test('assets by id and by link; another workspace’s is a 400', async () => {
    const asset = await upload(mia)
    const link = (await service.call('GET', `/api/v1/assets/${asset}`, { key: mia.key })).body
      .file_url
    const media = [asset, link, { asset_id: asset, url: 'ignored', description: ' A bench ' }]
    const { body } = await create({ message: 'x', account_ids: [news], media })
    const shown = { asset_id: asset, url: expect.stringContaining('/files/') }
    expect(body.posts[0].media).toEqual([
      { ...shown, description: null },
      { ...shown, description: null },
      { ...shown, description: 'A bench' },
    ])
    const foreign = await upload(stranger)
    const refused = await create({ message: 'x', account_ids: [news], media: [foreign] })
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'media.0'])
  })

  test('409 for an account that is switched off, but drafts are written', async () => {
    const { key, id } = await fresh()
    await service.call('PATCH', `${base}/accounts/${id}`, { key, body: { is_active: false } })
    const now = { message: 'x', account_ids: [id], action: 'publish' }
    expect((await create(now, key)).body.code).toBe('social_account_inactive')
    expect((await create({ ...now, action: 'draft' }, key)).status).toBe(201)
  })
})

async function upload({ key }: Tenant): Promise<string> {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const signed = await service.call('POST', '/api/v1/assets/sign', {
    key,
    body: { filename: 'a.png', filetype: 'image/png' },
  })
  const path = signed.body.signed.slice(service.deps.config.publicUrl.length)
  const stored = await service.app.inject({
    method: 'PUT',
    url: path,
    payload: png,
    headers: { 'content-type': 'image/png' },
  })
  expect(stored.statusCode).toBeLessThan(300)
  const { asset, asset_key, asset_type } = signed.body
  const body = { id: asset, asset_key, asset_type, asset_name: 'a.png' }
  await service.call('POST', '/api/v1/assets', { key, body })
  return asset
}

/** As the rows of the test below are called. */
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
      'account_ids=1&per_page=101',
      'account_ids=1&page=x',
      'account_ids=1&order=up',
      'account_ids=1&order=2',
      'account_ids=1&order_by=account',
      'account_ids=1&order_by=',
      'account_ids=1&tz=Mars/Olympus',
      'account_ids=1&tz=',
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
    expect((await get(`/get-posts?account_ids=${news}&status=draft`)).status).toBe(400)
    const said = async (query: string) =>
      (await get(`/get-drafts?account_ids=1&${query}`)).body.detail
    expect(await said('order_by=colour')).toContain('must be one of created_at, updated_at, date')
    expect(await said('tz=Mars/Olympus')).toContain('is not an IANA time zone such as')
  })

  test('the envelope: pages, links, unknown accounts, a page far beyond', async () => {
    const { key, id } = await fresh()
    for (let at = 0; at < 12; at++) await create({ message: `M${at}`, account_ids: [id] }, key)
    const url = `/get-drafts?account_ids=${id},${mastodon}&account_ids=abc&account_ids=2000000000`
    const { body } = await get(url, key)
    expect(body).toMatchObject({ count: 12, page: 1, per_page: 10, pages_count: 2, previous: null })
    expect(body.results).toHaveLength(10)
    expect(body.unknown_account_ids).toEqual([mastodon, 'abc', 2000000000])
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

  test('in every order, both ways; without a date comes after everything with one', async () => {
    const { key, ids, list } = await fresh(2)
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
    const { key, id, list } = await fresh()
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

  test('a search among very many counts up to a limit and leads on', async () => {
    const { key, id, workspaceId, list } = await fresh()
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
      const sought = { workspaceId, accountIds: [id], statuses: ['draft'], search, order }
      const limits = { few: 1000, common: 30, gathered: 20, lookedAt: 100 }
      const found = await findPosts(sql, { ...sought, slice: { offset, limit } }, limits)
      const rows = await postsByIds(sql, workspaceId, found.ids)
      return [found.count, rows.map(({ message }) => message), found.limited]
    }
    expect(await find('')).toEqual([1001, ['draft 1001', 'draft 1000'].map(named), undefined])
    expect(await find('needle')).toEqual([
      5,
      [1000, 800].map((n) => named(`draft ${n}`)),
      undefined,
    ])
    expect(await find('COMMON', 19)).toEqual([20, [named('draft 50')], undefined])
    const stops = 'count stops at 30'
    expect(await find('draft', 2)).toEqual([30, ['draft 999', 'draft 998'], stops])
    expect(await find('draft', 40)).toEqual([43, ['draft 961', named('draft 960')], stops])
    expect(await find('draft', 1000)).toEqual([1001, ['draft 1'], stops])
    expect(await find('draft', 2000)).toEqual([30, [], stops])
    // Not frequent enough to be common, and more than is gathered.
    const middle = [960, 920].map((n) => named(`draft ${n}`))
    expect(await find('middle', 1)).toEqual([20, middle, 'count stops at 20'])
    expect(await find('8', 1)).toEqual([19, ['draft 989', 'draft 988'], 'first 100'])
    // Another workspace sees nothing of it, not even through the function that searches.
    const [seen] = await service.deps.db.workspace(mia.workspaceId)<{ count: number }>`
      select count(*) from social_matches(${[id]}::integer[], array['draft'], '%needle%', null, 10)`
    expect(seen?.count).toBe(0)
    const rare = await list('search=needle&per_page=1')
    expect(rare.body).toMatchObject({ count: 5, pages_count: 5 })
    await post('/delete-draft', { draft_ids: [rare.body.results[0].id] }, key)
    expect((await list('search=needle')).body.count).toBe(4)
  })

  test('counts stay right through changes, and when they are folded', async () => {
    const { key, id, list, workspaceId } = await fresh()
    const made = await create({ message: 'A', account_ids: [id] }, key)
    await create({ message: 'B', account_ids: [id] }, key)
    await post(`/drafts/${made.body.posts[0].id}/schedule`, { date: '2027-05-01 10:00' }, key)
    const counts = async () => [
      (await list('')).body.count,
      (await list('', 'get-posts')).body.count,
    ]
    expect(await counts()).toEqual([1, 1])
    await Promise.all([foldCounts(service.deps.db.system), foldCounts(service.deps.db.system)])
    expect(await counts()).toEqual([1, 1])
    const rows = await service.deps.db.system`
      select status, count from social_counts where workspace_id = ${workspaceId} order by 1`
    expect(rows).toEqual([
      { status: 'draft', count: 1 },
      { status: 'scheduled', count: 1 },
    ])
  })
})

describe('change', () => {
  async function draft(more = {}) {
    const { body } = await create({ message: 'Before', account_ids: [news], ...more })
    return body.posts[0]
  }

  test('200 update-draft changes what is given, with ids as text, and honours If-Match', async () => {
    const { id } = await draft({ tags: ['kept'], date: '2027-06-01 09:30', tz: 'Europe/Berlin' })
    const { headers } = await get(`/drafts/${id}`)
    const ifMatch = { 'if-match': headers.etag as string }
    const changed = await put('/update-draft', { draft_id: String(id), message: 'After' }, ifMatch)
    expect(changed.body).toMatchObject({ message: 'After', tags: ['kept'] })
    expect((await put('/update-draft', { draft_id: id, message: 'x' }, ifMatch)).status).toBe(412)
    const at = async (body: object) =>
      (await put('/update-draft', { draft_id: id, ...body })).body.date
    expect(await at({ time: '10:00' })).toBe('2027-06-01T08:00:00.000Z')
    expect(await at({ date: '2027-12-01' })).toBe('2027-12-01T09:00:00.000Z')
    expect(await at({ date: '2027-12-02 11:00', timezone: 'UTC' })).toBe('2027-12-02T11:00:00.000Z')
    expect(await at({ date: null })).toBeNull()
    for (const body of [
      { date: '2027-12-01' },
      { time: '10:00' },
      { date: '2027-12-01 10:00', time: '11:00' },
      { date: '2027-03-28', time: '02:30', timezone: 'Europe/Berlin' },
      { timezone: 'Mars/Olympus' },
      { media: ['x'] },
    ]) {
      const answer = await put('/update-draft', { draft_id: id, ...body })
      expect([body, answer.status]).toEqual([body, 400])
    }
  })

  test('404 for a draft of another workspace, as for none, and for a post', async () => {
    const { id } = await draft()
    const theirs = await service.call('PUT', `${base}/update-draft`, {
      key: stranger.key,
      body: { draft_id: id, message: 'Mine now' },
    })
    const none = await put('/update-draft', { draft_id: 999_999_999, message: 'x' })
    expect([theirs.status, none.status]).toEqual([404, 404])
    expect({ ...theirs.body, request_id: '' }).toEqual({ ...none.body, request_id: '' })
    expect((await put('/update-post', { post_id: id, message: 'x' })).status).toBe(404)
    expect((await get(`/posts/${id}`)).status).toBe(404)
    for (const body of [{ draft_ids: [id] }]) {
      expect((await post('/delete-draft', body, stranger.key)).status).toBe(404)
    }
    expect((await get(`/drafts/${id}`)).body.message).toBe('Before')
  })

  test('a draft becomes a post with the same id, and a draft again', async () => {
    const { id } = await draft({ date: '2027-06-01 09:30' })
    const scheduled = await post(`/drafts/${id}/schedule`, {})
    expect(scheduled.body).toMatchObject({
      id,
      status: 'scheduled',
      date: '2027-06-01T09:30:00.000Z',
    })
    expect((await get(`/drafts/${id}`)).status).toBe(404)
    expect((await post(`/drafts/${id}/schedule`, {})).status).toBe(404)
    const moved = await put('/update-post', { post_id: id, date: '2027-07-01', time: '08:00' })
    expect(moved.body.date).toBe('2027-07-01T08:00:00.000Z')
    expect((await put('/update-post', { post_id: id, date: '2020-07-01' })).status).toBe(400)
    expect((await put('/update-post', { post_id: id, date: null })).status).toBe(400)
    const cancelled = await post(`/posts/${id}/cancel`)
    expect(cancelled.body).toMatchObject({ id, status: 'draft' })
    expect((await post(`/posts/${id}/retry`)).status).toBe(404)
    const without = await draft()
    expect((await post(`/drafts/${without.id}/schedule`, {})).body.errors[0].path).toBe('date')
    await expectEvents(mia.key, 'social_post.scheduled', 'social_post.updated')
  })

  test('delete by ids and by group', async () => {
    const { key, ids, list } = await fresh(2)
    const group = (await create({ message: 'A', account_ids: ids }, key)).body
    const other = (await create({ message: 'B', account_ids: [ids[0]] }, key)).body.posts[0].id
    const remove = (body: object, path = 'delete-draft') => post(`/${path}`, body, key)
    expect((await remove({})).status).toBe(400)
    expect((await remove({ group_id: group.group_id, draft_ids: [other] })).status).toBe(400)
    expect((await remove({ draft_ids: [] })).status).toBe(400)
    expect((await remove({ group_id: group.group_id }, 'delete-post')).status).toBe(404)
    const gone = await remove({ group_id: group.group_id })
    expect(gone.body.count).toBe(2)
    expect((await remove({ group_id: group.group_id })).status).toBe(404)
    expect((await remove({ draft_ids: [String(other), 999_999_999] })).body.deleted).toEqual([
      other,
    ])
    expect((await list('')).body.count).toBe(0)
    const later = { message: 'C', account_ids: ids, action: 'schedule', date: '2027-05-01 10:00' }
    const posts = (await create(later, key)).body.posts.map(({ id }: { id: number }) => id)
    expect((await remove({ post_ids: posts }, 'delete-post')).body.count).toBe(2)
    await expectEvents(key, 'social_draft.deleted', 'social_post.deleted')
  })
})

describe('the queue', () => {
  test('slots are added, listed in the order of the week, and removed', async () => {
    const { key, id } = await fresh()
    const add = (body: object) => post('/queue-slots', { account_id: id, ...body }, key)
    const late = await add({ weekday: 'fri', time: '18:00', timezone: 'Europe/Berlin' })
    expect(late.status).toBe(201)
    await add({ account_id: String(id), weekday: 'tue', time: '09:30' })
    expect((await add({ weekday: 'fri', time: '18:00', timezone: 'Europe/Berlin' })).status).toBe(
      409,
    )
    for (const wrong of [
      { weekday: 'friday', time: '18:00' },
      { weekday: 'fri', time: '24:00' },
      { weekday: 'fri', time: '18:00', timezone: 'Mars/Olympus' },
    ]) {
      expect((await add(wrong)).status).toBe(400)
    }
    expect((await add({ account_id: news, weekday: 'fri', time: '18:00' })).status).toBe(404)
    const { body } = await get(`/queue-slots?account_id=${id}`, key)
    expect(body.results.map(({ weekday }: { weekday: string }) => weekday)).toEqual(['tue', 'fri'])
    const path = `${base}/queue-slots/${late.body.id}`
    expect((await service.call('DELETE', path, { key: stranger.key })).status).toBe(404)
    expect((await service.call('DELETE', path, { key })).status).toBe(204)
    expect((await get('/queue-slots', key)).body.count).toBe(1)
    await service.call('DELETE', `${base}/accounts/${id}`, { key })
    expect((await get('/queue-slots', key)).body.count).toBe(0)
  })

  test('posts that are added at once get different slots', async () => {
    const { key, id } = await fresh()
    const queued = { message: 'Q', account_ids: [id], action: 'add_to_queue' }
    expect((await create(queued, key)).body.code).toBe('no_queue_slots')
    await post('/queue-slots', { account_id: id, weekday: 'mon', time: '09:00' }, key)
    await post('/queue-slots', { account_id: id, weekday: 'wed', time: '09:00' }, key)
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(queued, key)))
    const dates = answers.map(({ body }) => body.posts[0].date).sort()
    expect(new Set(dates).size).toBe(6)
    const weekdays = dates.map((date) => new Date(date).getUTCDay())
    expect(weekdays.every((day) => day === 1 || day === 3)).toBe(true)
    expect(Date.parse(dates[5]) - Date.parse(dates[0])).toBeLessThan(22 * 86_400_000)
    // A slot that is given back is taken again.
    await post('/delete-post', { group_id: answers[2]?.body.group_id }, key)
    const again = await create(queued, key)
    expect(again.body.posts[0]).toMatchObject({
      date: answers[2]?.body.posts[0].date,
      queued: true,
    })
  })

  test('the next slot: by the clocks of its zone, without those that they skip', () => {
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
  test('are created once, whatever their case', async () => {
    const { key } = await fresh()
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
    expect((await get('/tags', stranger.key)).body.count).toBe(0)
  })
})

describe('the demo', () => {
  test('has accounts that post nothing, drafts for them, and is made once', async () => {
    const { key, slug, email } = await service.tenant()
    const owner = await operator(service.deps, { workspace: slug, user: email })
    await demoSocial(service.deps, owner)
    await demoSocial(service.deps, owner)
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
