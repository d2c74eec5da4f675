import { beforeAll, describe, expect, test } from 'vitest'
import type { ClientOptions } from 'ws'
import type { Tenant } from '../../../test/harness.ts'
import { until } from '../../../test/server-client.ts'
import { type Follower, withKey } from '../../../test/sockets.ts'
import { publish } from '../events/publish.ts'
import { operator } from '../workspaces/operator.ts'
import { isNumber, numbers, useLive } from './test-live.ts'

const { service, open: openAt } = useLive()

let socketUrl: string

beforeAll(async () => {
  socketUrl = `${await service.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1/ws`
})

const open = (query: string, options: ClientOptions) => openAt(`${socketUrl}?${query}`, options)

/** Publishes an event in the workspace, for one user or for all; `n` identifies it. */
async function publishEvent(
  tenant: Tenant,
  n: number,
  userId?: number,
  filler = '',
): Promise<void> {
  const actor = await operator(service.deps, { workspace: tenant.slug, user: tenant.email })
  await service.deps.db.transaction(tenant.workspaceId, (tx) =>
    publish(tx, actor, {
      object: { type: 'test', id: n },
      data: { n, filler },
      at: service.deps.clock(),
      ...(userId === undefined
        ? { type: 'chat.message' as const }
        : { type: 'notification.created' as const, userId }),
    }),
  )
}

describe('streams', () => {
  test('members get workspace events, each person their own, strangers nothing', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const alex = await service.colleague(mia, 'guest')
    const stranger = await service.tenant()
    const miasBoth = await open('', withKey(mia.key))
    const miasOwn = await open('streams=user', withKey(mia.key))
    const josBoth = await open('streams=user,workspace', withKey(jo.key))
    const josWorkspace = await open('streams=workspace', withKey(jo.key))
    const alexs = await open('', withKey(alex.key))
    const strangers = await open('', withKey(stranger.key))
    await publishEvent(mia, 1)
    await publishEvent(mia, 2, mia.userId)
    await publishEvent(mia, 3, jo.userId)
    await publishEvent(mia, 4, alex.userId)
    await publishEvent(mia, 5)
    await publishEvent(stranger, 6)
    await strangers.waitForFrame('the last', isNumber(6))
    await Promise.all(
      [miasBoth, josBoth, josWorkspace].map((one) => one.waitForFrame('5', isNumber(5))),
    )
    expect(numbers(miasBoth)).toEqual([1, 2, 5])
    expect(numbers(miasOwn)).toEqual([2])
    expect(numbers(josBoth)).toEqual([1, 3, 5])
    expect(numbers(josWorkspace)).toEqual([1, 5])
    expect(numbers(alexs)).toEqual([4])
    expect(numbers(strangers)).toEqual([6])
    expect(miasBoth.events().find(isNumber(2))).toEqual({
      id: expect.any(Number),
      type: 'notification.created',
      stream: 'user',
      actor: { id: mia.userId, kind: 'system', name: expect.any(String), via: 'cli' },
      object: { type: 'test', id: 2 },
      data: { n: 2, filler: '' },
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      request_id: null,
    })
    expect(miasBoth.events()[0].stream).toBe('workspace')
  })

  test('earlier events are not sent, and a client can resume after any event', async () => {
    const mia = await service.tenant()
    await publishEvent(mia, 1)
    await publishEvent(mia, 2, mia.userId)
    const all = await open('last_event_id=0', withKey(mia.key))
    await all.waitForFrame('2', isNumber(2))
    expect(all.events()[0].type).toBe('api_key.created')
    expect(numbers(all)).toEqual([1, 2])
    const first = all.events().find(isNumber(1)).id
    const rest = await open(`last_event_id=${first}`, withKey(mia.key))
    await rest.waitForFrame('2', isNumber(2))
    expect(rest.frames[0].last_event_id).toBe(first)
    const workspace = await open('last_event_id=0&streams=workspace', withKey(mia.key))
    const now = await open('', withKey(mia.key))
    await publishEvent(mia, 3)
    await Promise.all([rest, workspace, now].map((one) => one.waitForFrame('3', isNumber(3))))
    expect(numbers(rest)).toEqual([2, 3])
    expect(numbers(workspace)).toEqual([1, 3])
    expect(numbers(now)).toEqual([3])
    expect(now.frames[0].last_event_id).toBeGreaterThanOrEqual(rest.events()[0].id)
  })

  test('a gap is reported for deleted events and for unknown ids', async () => {
    const mia = await service.tenant()
    await publishEvent(mia, 1)
    const all = await open('last_event_id=0', withKey(mia.key))
    const { id } = await all.waitForFrame('1', isNumber(1))
    expect(all.frames.map(({ type }) => type)).not.toContain('gap')
    const { db } = service.deps
    await db.system`delete from events where seq < ${id}`
    const [none, late, future] = await Promise.all(
      [id - 1, id - 2, id + 1000].map((at) => open(`last_event_id=${at}`, withKey(mia.key))),
    )
    await publishEvent(mia, 2)
    const followers = [none, late, future] as Follower[]
    await Promise.all(followers.map((one) => one.waitForFrame('2', isNumber(2))))
    const received = followers.map(({ frames }) =>
      frames.map(({ type, data }) => data?.n ?? type).filter((it) => it !== 'api_key.created'),
    )
    expect(received).toEqual([
      ['ready', 1, 2],
      ['ready', 'gap', 1, 2],
      ['ready', 'gap', 2],
    ])
  })

  test('a reconnecting client gets each event once, in order', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const total = 300
    let written = 0
    const write = async () => {
      while (written < total) {
        const n = ++written
        // Every third event is Jo's own, and every sixth Mia's, which Jo must not see.
        await publishEvent(mia, n, n % 3 ? undefined : n % 6 ? jo.userId : mia.userId)
      }
    }
    const wanted = Array.from({ length: total }, (_, at) => at + 1).filter((n) => n % 6)
    const read = async () => {
      const received: { id: number; data: { n: number } }[] = []
      let connections = 0
      while (received.length < wanted.length) {
        const last = received.at(-1)?.id ?? start
        const follower = await open(`last_event_id=${last}`, withKey(jo.key))
        const enough = 1 + Math.floor(Math.random() * 25)
        await until('some', async () => {
          const { length } = numbers(follower)
          return length >= enough || received.length + length >= wanted.length
        })
        follower.socket.terminate()
        // What came after these is lost with the connection.
        received.push(
          ...follower
            .events()
            .filter(({ data }) => data.n)
            .slice(0, enough),
        )
        connections++
      }
      return { received, connections }
    }
    const start = (await open('', withKey(jo.key))).frames[0].last_event_id
    const [first, second] = await Promise.all([read(), read(), write(), write(), write()])
    expect(first.connections + second.connections).toBeGreaterThan(10)
    const ids = first.received.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    expect(first.received.map(({ data }) => data.n).sort((a, b) => a - b)).toEqual(wanted)
    expect(second.received).toEqual(first.received)
  })
})
