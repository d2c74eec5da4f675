import { afterAll, beforeAll, expect } from 'vitest'
import { type BlueskyServer, startBluesky } from './bluesky-server.ts'
import { type Answer, useService, useTenant } from './harness.ts'
import { type MastodonServer, type MastodonSettings, startMastodon } from './mastodon-server.ts'
import { type PostReceiver, startReceiver } from './post-receiver.ts'

export const base = '/api/v1/service/social-media'

/** A server of each network for all tests in a file, and the accounts to connect to them. */
export function useNetworks(settings: Partial<MastodonSettings> = {}) {
  const mastodon = {} as MastodonServer
  const bluesky = {} as BlueskyServer
  const receiver = {} as PostReceiver

  beforeAll(async () => {
    Object.assign(mastodon, await startMastodon(settings))
    Object.assign(bluesky, await startBluesky())
    Object.assign(receiver, await startReceiver())
  })
  afterAll(() => Promise.all([mastodon, bluesky, receiver].map((one) => one.close())))

  const accounts = {
    mastodon: () => {
      const { url: base_url, token: access_token } = mastodon
      return { network: 'mastodon', base_url, access_token }
    },
    bluesky: () => {
      const { handle, password: app_password, url: service_url } = bluesky
      return { network: 'bluesky', service_url, handle, app_password }
    },
    webhook: () => ({ network: 'webhook', url: receiver.url, secret: receiver.secret }),
  }
  return { mastodon, bluesky, receiver, accounts }
}

/** A service with a person who has an account on each network, and another person who has none. */
export function useSocial() {
  const service = useService()
  const { mastodon, bluesky, receiver, accounts } = useNetworks()
  const { bluesky: blueskyAccount } = accounts
  const world = {
    mia: useTenant(service),
    stranger: useTenant(service),
    ...{ mastodonServer: mastodon, blueskyServer: bluesky, receiver },
    /** Mia's accounts: on Mastodon, on Bluesky, and a webhook. */
    ...{ mastodon: 0, bluesky: 0, news: 0 },
  }

  beforeAll(async () => {
    const made = async (body: object) => (await connect(body)).body.id
    world.mastodon = await made(accounts.mastodon())
    world.bluesky = await made(accounts.bluesky())
    world.news = await made(accounts.webhook())
  })

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
    return service.call('POST', base + path, { key, body })
  }

  /** A separate workspace with accounts, for tests that count. */
  async function createWorkspace(accounts = 1) {
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

  const requests = { connect, create, get, put, post }
  return { world, service, blueskyAccount, ...requests, createWorkspace, expectEvents }
}
