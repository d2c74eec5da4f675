import { describe, expect, test } from 'vitest'
import { expectStatus, type Tenant } from '../../../../test/harness.ts'
import { base, useSocial } from '../../../../test/use-social.ts'

const { world, service, create, get, createWorkspace, expectEvents } = useSocial()

describe('create', () => {
  test('201 one draft for each account, in one group, with exactly the fields of a draft', async () => {
    const { key, userId, ids, list } = await createWorkspace(2)
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
      media: [
        {
          ...{ asset_id: null, url: 'https://pictures.example/a.png', thumbnail: null },
          description: null,
        },
      ],
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

  test('a date may be null, a group may grow, ids of other workspaces are rejected', async () => {
    const { key, id } = await createWorkspace()
    const one = await create({ message: 'A', account_ids: [id], date: null, tz: null }, key)
    expect(one.body.posts[0].date).toBeNull()
    const group = one.body.group_id
    const two = await create({ message: 'B', account_ids: [id], group }, key)
    expect(two.body.group_id).toBe(group)
    for (const account_ids of [[world.mastodon], ['2000000000'], [99999999999]]) {
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
    const answer = await create({ message: 'x', account_ids: [world.news], ...more })
    expect([answer.status, answer.body.errors?.[0].path]).toEqual([400, field])
  })

  test('a local time that clocks skip is a 400 that says so, one that comes twice is the first', async () => {
    const at = (date: string) =>
      create({ message: 'x', account_ids: [world.news], date, tz: 'Europe/Berlin' })
    const skipped = await expectStatus(400, at('2027-03-28 02:30'))
    expect(skipped.detail).toContain('does not exist in Europe/Berlin')
    expect((await at('2027-10-31 02:30')).body.posts[0].date).toBe('2027-10-31T00:30:00.000Z')
  })

  test('too long for a network is a 400 that names the account, unless it is a draft', async () => {
    const long = { message: 'x'.repeat(400), account_ids: [world.mastodon, world.bluesky] }
    const later = { action: 'schedule', date: '2037-02-20 09:30' }
    const refused = await expectStatus(400, create({ ...long, ...later }))
    expect(refused.detail).toContain('@studio.bsky.social (Bluesky)')
    expect(refused.detail).toContain('400 characters; the limit is 300')
    expect((await create({ ...long, action: 'draft' })).status).toBe(201)
    const one = { message: 'x'.repeat(500), account_ids: [world.mastodon], ...later }
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
    const asset = await upload(world.mia)
    const link = (await service.call('GET', `/api/v1/assets/${asset}`, { key: world.mia.key })).body
      .file_url
    const media = [asset, link, { asset_id: asset, url: 'ignored', description: ' A bench ' }]
    const { body } = await create({ message: 'x', account_ids: [world.news], media })
    const thumbnail = expect.toBeOneOf([null, expect.stringContaining('/files/')])
    const shown = { asset_id: asset, url: expect.stringContaining('/files/'), thumbnail }
    expect(body.posts[0].media).toEqual([
      { ...shown, description: null },
      { ...shown, description: null },
      { ...shown, description: 'A bench' },
    ])
    const foreign = await upload(world.stranger)
    const refused = await create({ message: 'x', account_ids: [world.news], media: [foreign] })
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'media.0'])
  })

  test('409 for an account that is switched off, except for drafts', async () => {
    const { key, id } = await createWorkspace()
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
