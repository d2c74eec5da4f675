import { afterAll, beforeAll, expect } from 'vitest'
import { type BlueskyServer, startBluesky } from './bluesky-server.ts'
import { type Answer, type Tenant, useService } from './harness.ts'
import { type MastodonServer, startMastodon } from './mastodon-server.ts'
import { type PostReceiver, startReceiver } from './post-receiver.ts'

const base = '/api/v1/service/social-media'

/** A service with a person who has an account on each network, and another person who has none. */
export function useSocial() {
  const service = useService()
  const world = {} as {
    mia: Tenant
    stranger: Tenant
    toots: MastodonServer
    sky: BlueskyServer
    receiver: PostReceiver
    /** Mia's accounts: on Mastodon, on Bluesky, and a webhook. */
    mastodon: number
    bluesky: number
    news: number
  }

  beforeAll(async () => {
    world.mia = await service.tenant()
    world.stranger = await service.tenant()
    world.toots = await startMastodon()
    world.sky = await startBluesky()
    world.receiver = await startReceiver()
    const { url: base_url, token: access_token } = world.toots
    const { url, secret } = world.receiver
    const made = async (body: object) => (await connect(body)).body.id
    world.mastodon = await made({ network: 'mastodon', base_url, access_token })
    world.bluesky = await made(blueskyAccount())
    world.news = await made({ network: 'webhook', url, secret })
  })

  afterAll(async () => {
    for (const server of [world.toots, world.sky, world.receiver]) await server?.close()
  })

  function blueskyAccount() {
    const { handle, password: app_password, url: service_url } = world.sky
    return { network: 'bluesky', service_url, handle, app_password }
  }

  function connect(body: object, key = world.mia.key): Promise<Answer> {
    return service.call('POST', `${base}/accounts`, { key, body })
  }

  function create(body: object, key = world.mia.key): Promise<Answer> {
    return service.call('POST', `${base}/create`, { key, body })
  }

  function get(path: string, key = world.mia.key): Promise<Answer> {
    return service.call('GET', base + path, { key })
  }

  function put(path: string, body: object, headers = {}, key = world.mia.key): Promise<Answer> {
    return service.call('PUT', base + path, { key, body, headers })
  }

  function post(path: string, body?: object, key = world.mia.key): Promise<Answer> {
    return service.call('POST', base + path, { key, ...(body && { body }) })
  }

  /** A separate workspace with accounts, for tests that count. */
  async function fresh(accounts = 1) {
    const { key, workspaceId, userId } = await service.tenant()
    const ids: number[] = []
    for (let at = 0; at < accounts; at++) {
      const url = `https://news.example.com/${at}`
      const { secret } = world.receiver
      ids.push((await connect({ network: 'webhook', url, secret }, key)).body.id)
    }
    const list = (query: string, path = 'get-drafts') =>
      get(`/${path}?account_ids=${ids.join(',')}&${query}`, key)
    return { key, workspaceId, userId, ids, id: ids[0] as number, list }
  }

  /** Events are published a moment after the change that they report. */
  async function expectEvents(key: string, ...types: string[]): Promise<void> {
    const seen = async () => {
      const { body } = await service.call('GET', '/api/v1/events?limit=100', { key })
      return body.results.map(({ type }: { type: string }) => type)
    }
    await expect.poll(seen).toEqual(expect.arrayContaining(types))
  }

  const helpers = { service, blueskyAccount, connect, create, get, put, post, fresh, expectEvents }
  return { world, ...helpers }
}
