import { describe, expect, test } from 'vitest'
import { expectStatus } from '../../../../test/harness.ts'
import { base, useSocial } from '../../../../test/use-social.ts'

const { world, service, blueskyAccount, connect, create, get, post, createWorkspace } = useSocial()

describe('accounts', () => {
  test('201 verifies the account with the network and shows only credential hints', async () => {
    const { body } = await get(`/accounts/${world.mastodon}`)
    expect(body).toMatchObject({
      network: 'mastodon',
      type: 'profile',
      handle: `@studio@${new URL(world.mastodonServer.url).host}`,
      address_hint: world.mastodonServer.url,
      credential_hint: '…4f2a',
      max_characters: 500,
      is_active: true,
      last_error: null,
    })
    expect(body.verified_at).toBeTypeOf('string')
    const all = (await get('/accounts')).text + (await get('/get-accounts')).text
    for (const secret of [
      world.mastodonServer.token,
      world.blueskyServer.password,
      world.receiver.secret,
    ]) {
      expect(all).not.toContain(secret)
    }
    const { text } = await service.events(world.mia.key)
    expect(text).not.toContain(world.mastodonServer.token)
  })

  test('are listed in the form that clients choose from', async () => {
    const on = { is_active: true }
    const body = await expectStatus(200, get('/get-accounts'))
    expect(body).toEqual({
      accounts: [
        {
          id: world.mastodon,
          name: expect.any(String),
          type: 'profile',
          network: 'mastodon',
          ...on,
        },
        {
          id: world.bluesky,
          name: '@studio.bsky.social',
          type: 'profile',
          network: 'bluesky',
          ...on,
        },
        {
          id: world.news,
          name: new URL(world.receiver.url).host,
          type: 'webhook',
          network: 'webhook',
          ...on,
        },
      ],
      total: 3,
    })
    expect((await get('/get-accounts?network=bluesky')).body.total).toBe(1)
    expect((await get('/get-accounts?network=facebook')).body).toEqual({ accounts: [], total: 0 })
    expect((await get('/get-accounts', world.stranger.key)).body.total).toBe(0)
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

  test('422 if the network refuses, 502 if it does not respond; neither is connected', async () => {
    const wrong = await connect({ ...blueskyAccount(), app_password: 'canary-wrong' })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'social_account_refused'])
    expect(wrong.body.detail).toContain('Invalid identifier or password')
    expect(wrong.text).not.toContain('canary')
    const nobody = { network: 'mastodon', base_url: 'http://127.0.0.1:1', access_token: 'x' }
    expect((await connect(nobody)).status).toBe(502)
    expect((await get('/get-accounts')).body.total).toBe(3)
  })

  test('are renamed, switched off, verified again; a new URL needs the secrets again', async () => {
    const { key, id } = await createWorkspace()
    const change = (body: object, headers = {}) =>
      service.call('PATCH', `${base}/accounts/${id}`, { key, body, headers })
    const { body: before, headers } = await get(`/accounts/${id}`, key)
    const etag = { 'if-match': headers.etag as string }
    expect((await change({ name: 'News' }, etag)).body.name).toBe('News')
    expect((await change({ name: 'Other' }, etag)).status).toBe(412)
    expect((await change({ is_active: false })).body.is_active).toBe(false)
    expect((await change({ url: world.receiver.url })).body.errors[0].path).toBe('secret')
    const moved = await change({ url: world.receiver.url, secret: world.receiver.secret })
    expect(moved.body.address_hint).not.toBe(before.address_hint)
    const verified = await post(`/accounts/${id}/verify`, undefined, key)
    expect(verified.body).toMatchObject({ handle: new URL(world.receiver.url).host })
    expect(world.receiver.calls.at(-1)?.type).toBe('social_account.verify')
    await change({ secret: 'another-secret-than-theirs' })
    const refused = await post(`/accounts/${id}/verify`, undefined, key)
    expect(refused.status).toBe(422)
    expect((await get(`/accounts/${id}`, key)).body.last_error).toContain('signature')
  })

  test('lose their secrets when disconnected; their posts can still be read', async () => {
    const { key, id, workspaceId, list } = await createWorkspace()
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
    const jo = await service.colleague(world.mia, 'member')
    expect((await connect(blueskyAccount(), jo.key)).status).toBe(403)
    expect((await create({ message: 'Mine', account_ids: [world.news] }, jo.key)).status).toBe(201)
    const guest = await service.colleague(world.mia, 'guest')
    expect((await get('/get-accounts', guest.key)).status).toBe(403)
  })
})
