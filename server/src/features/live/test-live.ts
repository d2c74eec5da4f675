import { afterEach } from 'vitest'
import type { ClientOptions } from 'ws'
import { type Tenant, useService } from '../../../test/harness.ts'
import { type Follower, follow } from '../../../test/sockets.ts'
import type { Config } from '../../config.ts'
import { publish } from '../events/publish.ts'
import { operator } from '../workspaces/operator.ts'

/** Only events from `publishEvent`: the event of a new key may still arrive when a socket opens. */
export const numbers = (follower: Follower): number[] =>
  follower.events().flatMap(({ data }) => data.n ?? [])

export const isNumber = (n: number) => (frame: { data?: { n: number } }) => frame.data?.n === n

/** A service whose tests make up events, and sockets that are closed after each test. */
export function useLive(settings: Partial<Config> = {}) {
  const service = useService(settings, { hasInvalidEvents: true })
  const opened: Follower[] = []
  let published = 0

  afterEach(async () => {
    for (const { socket } of opened) socket.terminate()
    await Promise.all(opened.splice(0).map(({ closed }) => closed))
  })

  async function open(url: string, options?: ClientOptions): Promise<Follower> {
    const follower = await follow(url, options)
    opened.push(follower)
    return follower
  }

  /** Publishes several events at once and returns their numbers. */
  async function publishEvents(tenant: Tenant, count: number, filler = ''): Promise<number[]> {
    const actor = await operator(service.deps, { workspace: tenant.slug, user: tenant.email })
    const names = Array.from({ length: count }, () => ++published)
    await service.deps.db.transaction(tenant.workspaceId, async (tx) => {
      for (const n of names) {
        await publish(tx, actor, {
          type: 'chat.message',
          object: { type: 'test', id: n },
          data: { n, filler },
          at: service.deps.clock(),
        })
      }
    })
    return names
  }

  async function publishEvent(tenant: Tenant, filler?: string): Promise<number> {
    return (await publishEvents(tenant, 1, filler))[0] as number
  }

  /** How many sockets the server has closed for this reason. */
  async function countDropped(reason: string): Promise<number> {
    const { values } = await service.deps.metrics.droppedSockets.get()
    return values.find(({ labels }) => labels.reason === reason)?.value ?? 0
  }

  return { service, opened, open, publishEvents, publishEvent, countDropped }
}
