import sharp from 'sharp'
import { beforeAll, expect } from 'vitest'
import { catchError } from '../../../../test/catch-error.ts'
import { callAs, useService, useTenant } from '../../../../test/harness.ts'
import { useHttpServer } from '../../../../test/local-servers.ts'
import { draw } from '../../../../test/scenes.ts'
import { base, useNetworks } from '../../../../test/use-social.ts'
import { publishPost } from './publish-post.ts'

type Network = 'mastodon' | 'bluesky' | 'webhook'

/** A PNG that cannot be compressed. */
function noise(width: number, height: number): Promise<Buffer> {
  const any = () => Math.random() * 255
  const { pixels } = draw(width, height, () => [any(), any(), any()])
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** A person who publishes on every network, and control over when a post is sent. */
export function usePublishing() {
  const service = useService()
  const mia = useTenant(service)
  const call = callAs(service, mia)
  const clock = () => service.deps.clock()
  const { mastodon, bluesky, receiver, accounts } = useNetworks({ clock })
  const ids = {} as Record<Network, number>
  const [large, small] = [noise(900, 700), noise(40, 30)]
  const pictures = useHttpServer(async (request, response) => {
    if (request.url === '/text') return void response.end('no picture')
    if (request.url === '/gone') return void response.writeHead(404).end()
    response.end(await (request.url === '/large.png' ? large : small))
  })

  beforeAll(async () => {
    for (const network of ['mastodon', 'bluesky', 'webhook'] as const) {
      ids[network] = await connect(accounts[network]())
    }
  })

  async function connect(body: object): Promise<number> {
    return (await call('POST', `${base}/accounts`, body)).id
  }

  async function create(network: Network, message: string, more = {}) {
    const body = { message, account_ids: [ids[network]], action: 'publish', ...more }
    return (await call('POST', `${base}/create`, body)).posts[0].id as number
  }

  const read = (id: number) => call('GET', `${base}/posts/${id}`)

  async function waitForStatus(id: number, status: string) {
    await expect.poll(async () => (await read(id)).status).toBe(status)
    return read(id)
  }

  function act(id: number, what: string) {
    return service.call('POST', `${base}/posts/${id}/${what}`, { key: mia.key })
  }

  /** A post that is due now but has no job and is not looked for, so the test controls it. */
  async function createDuePost(network: Network, message: string, more = {}): Promise<number> {
    const far = { action: 'schedule', date: '2040-01-01 10:00' }
    const id = await create(network, message, { ...far, ...more })
    const past = new Date(service.deps.clock().getTime() - 1000)
    await service.deps.db.system`
      update social_posts set date = ${past}, nudged_at = '2100-01-01' where id = ${id}`
    return id
  }

  /** The service may look for the post again. */
  async function release(id: number): Promise<void> {
    await service.deps.db.system`update social_posts set nudged_at = null where id = ${id}`
  }

  function publish(id: number): Promise<void> {
    return publishPost(service.deps, { workspace_id: mia.workspaceId, post_id: id })
  }

  /** Blocks all writes once sending has started, as if the process had died. */
  async function crashAfterSending(id: number): Promise<void> {
    await service.deps.db.system`
      create function dies() returns trigger language plpgsql as 'begin
        if old.sent -> 0 ->> ''attempted_at'' is not null then raise exception ''dead''; end if;
        return new;
      end'`
    await service.deps.db.system`
      create trigger dies before update on social_posts for each row execute function dies()`
    try {
      expect((await catchError(publish(id))).message).toContain('dead')
    } finally {
      await service.deps.db.system`drop function dies cascade`
    }
  }

  const networks = { mastodon, bluesky, receiver, pictures, ids }
  const posts = { create, read, waitForStatus, act, createDuePost, release }
  return { service, mia, ...networks, ...posts, publish, crashAfterSending }
}
