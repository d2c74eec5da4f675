import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Tenant } from '../../../test/harness.ts'
import { until } from '../../../test/server-client.ts'
import { connect, withKey } from '../../../test/sockets.ts'
import { credentialsTopic } from '../auth/credential-news.ts'
import { eventsTopic } from '../events/dispatch-events.ts'
import { Hub } from './hub.ts'
import { isNumber, numbers, useLive } from './test-live.ts'

const { service, open, publishEvent, countDropped } = useLive()

let socketUrl: string

beforeAll(async () => {
  socketUrl = `${await service.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1/ws`
})

const hubs: { hub: Hub; server: WebSocketServer }[] = []
const never = 1_000_000
// No heartbeats: a busy machine would answer too late and be disconnected.
const soon = { tickMs: 15, heartbeatTicks: never, checkTicks: 1 }

afterEach(async () => {
  for (const { hub, server } of hubs.splice(0)) {
    hub.close()
    server.close()
  }
})

/** A separate hub with short intervals, so that tests run quickly. */
async function startHub(tenant: Tenant, timing: object, deps: object = {}): Promise<string> {
  const hub = new Hub({ ...service.deps, ...deps }, { ...soon, ...timing })
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  hubs.push({ hub, server })
  const [key] = await service.deps.db.system<{ id: string }>`
    select id from api_keys where user_id = ${tenant.userId}`
  const guest = {
    ...tenant,
    credentialId: `key:${key?.id}`,
    streams: ['workspace'] as const,
    spaceId: null,
  }
  server.on('connection', (socket, { url = '' }) => {
    const after = new URL(url, 'http://localhost').searchParams.get('after')
    hub.open(socket, guest, after === null ? undefined : Number(after))
  })
  if (!server.address()) await once(server, 'listening')
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A bus that delivers no messages; the hub wakes up when the test says so. */
function deafBus(): [object, () => void] {
  const listeners: (() => void)[] = []
  const subscribe = (_topic: string, listener: () => void) => {
    listeners.push(listener)
    return () => {}
  }
  const wake = () => {
    for (const listen of listeners) listen()
  }
  return [{ ...service.deps.bus, subscribe }, wake]
}

test('heartbeats and pings continue; a client that answers no ping is disconnected', async () => {
  const mia = await service.tenant()
  const url = await startHub(mia, { tickMs: never, heartbeatTicks: 1, checkTicks: never })
  const hub = hubs[0]?.hub as Hub
  const alive = await open(url)
  const pongs = () => alive.frames.filter(({ type }) => type === 'pong').length
  let pings = 0
  alive.socket.on('ping', () => pings++)
  expect(alive.frames[0].heartbeat_seconds).toBe(never / 1000)
  const before = await countDropped('silent')
  const silent = await open(url, { autoPong: false })
  for (let round = 1; round <= 6; round++) {
    hub.tick()
    await until('a ping', async () => pings === round)
    // The response to this comes after the pong, so the pong has arrived by then.
    alive.socket.send('{"type":"ping"}')
    await until('an answer', async () => pongs() === round)
    expect(await countDropped('silent')).toBe(before + (round > 2 ? 1 : 0))
  }
  expect(await silent.closed).toBe(1006)
  for (const [follower, beats] of [
    [silent, 2],
    [alive, 6],
  ] as const) {
    expect(follower.frames.filter(({ type }) => type === 'heartbeat')).toHaveLength(beats)
  }
  expect(alive.socket.readyState).toBe(alive.socket.OPEN)
})

test('the periodic check notices an expired key', async () => {
  const mia = await service.tenant()
  const url = await startHub(mia, {})
  const follower = await open(url)
  await follower.waitForFrame('something', isNumber(await publishEvent(mia)))
  await service.deps.db.system`
    update api_keys set expires_at = ${service.deps.clock()} where user_id = ${mia.userId}`
  expect(await follower.closed).toBe(4001)
})

test('events arrive even if the bus lost the message', async () => {
  const mia = await service.tenant()
  const [bus] = deafBus()
  const follower = await open(await startHub(mia, {}, { bus }))
  await follower.waitForFrame('something', isNumber(await publishEvent(mia)))
})

test('a process that lags behind does not repeat events from another', async () => {
  const mia = await service.tenant()
  const [bus, wake] = deafBus()
  const url = await startHub(mia, { tickMs: never }, { bus })
  const stayed = await open(url)
  const ahead = await open(socketUrl, withKey(mia.key))
  const first = await publishEvent(mia)
  const { id } = await ahead.waitForFrame('the first', isNumber(first))
  const moved = await open(`${url}?after=${id}`)
  const second = await publishEvent(mia)
  await ahead.waitForFrame('the second', isNumber(second))
  wake()
  await Promise.all([stayed, moved].map((one) => one.waitForFrame('news', isNumber(second))))
  expect(numbers(stayed)).toEqual([first, second])
  expect(numbers(moved)).toEqual([second])
})

test('events during catch-up arrive once and in order', async () => {
  const mia = await service.tenant()
  const { db } = service.deps
  const wanted = [await publishEvent(mia)]
  let pages = 0
  const workspace = (id: number) => {
    const sql = db.workspace(id)
    const reading = async (...args: Parameters<typeof sql>) => {
      const page = await sql(...args)
      if (++pages <= 3) {
        wanted.push(await publishEvent(mia))
        await ahead.waitForFrame('news', isNumber(wanted.at(-1) as number))
      }
      return page
    }
    return Object.assign(reading, sql)
  }
  const url = await startHub(mia, {}, { db: { ...db, workspace } })
  const ahead = await open(url)
  const behind = await open(`${url}?after=0`)
  await until('all of them', async () => numbers(behind).length >= 4)
  expect(numbers(behind)).toEqual(wanted)
})

test('a credential that ended right after the handshake gets nothing', async () => {
  const mia = await service.tenant()
  const url = await startHub(mia, {})
  await service.deps.db.system`
    update api_keys set revoked_at = ${service.deps.clock()} where user_id = ${mia.userId}`
  const { follower } = await connect(`${url}?after=0`)
  expect(await follower?.closed).toBe(4001)
  expect(follower?.frames).toEqual([])
})

test('while credentials cannot be checked, nobody gets events', async () => {
  const mia = await service.tenant()
  const { system } = service.deps.db
  let isAway = false
  let refusals = 0
  const flaky = async (...args: Parameters<typeof system>) => {
    if (!isAway || !args[0].join('').includes('union all')) return system(...args)
    refusals++
    throw new Error('away')
  }
  const db = { ...service.deps.db, system: Object.assign(flaky, system) }
  const log = { ...service.deps.log, warn: () => {} }
  const follower = await open(await startHub(mia, { checkTicks: never }, { db, log }))
  await follower.waitForFrame('something', isNumber(await publishEvent(mia)))
  isAway = true
  await system`
    update api_keys set revoked_at = ${service.deps.clock()} where user_id = ${mia.userId}`
  await service.deps.bus.publish(credentialsTopic, `user:${mia.userId}`)
  await until('a try', async () => refusals > 0)
  const untold = await publishEvent(mia)
  await until('some tries', async () => refusals > 3)
  expect(follower.socket.readyState).toBe(follower.socket.OPEN)
  isAway = false
  expect(await follower.closed).toBe(4001)
  expect(numbers(follower)).not.toContain(untold)
})

test('without sockets nothing is read; the next one starts fresh', async () => {
  const mia = await service.tenant()
  const { system } = service.deps.db
  let statements = 0
  const counting = (...args: Parameters<typeof system>) => {
    statements++
    return system(...args)
  }
  const db = { ...service.deps.db, system: Object.assign(counting, system) }
  const url = await startHub(mia, {}, { db })
  const first = await open(url)
  first.socket.close()
  await first.closed
  await until('its last word', async () => {
    const before = statements
    const heard = Promise.withResolvers<void>()
    const forget = service.deps.bus.subscribe(eventsTopic, () => heard.resolve())
    await publishEvent(mia)
    await heard.promise
    forget()
    return statements === before
  })
  await until('a number for every event', async () => {
    const [row] = await system<{ open: number }>`
      select count(*)::int as open from events where seq is null`
    return row?.open === 0
  })
  const second = await open(url)
  const last = await publishEvent(mia)
  await second.waitForFrame('news', isNumber(last))
  expect(numbers(second)).toEqual([last])
})

test('1013 when the database does not answer', async () => {
  const mia = await service.tenant()
  const log = { ...service.deps.log, warn: () => {} }
  const away = async () => {
    throw new Error('away')
  }
  const db = { ...service.deps.db, system: Object.assign(away, service.deps.db.system) }
  const url = await startHub(mia, {}, { db, log })
  const { follower } = await connect(url)
  expect(await follower?.closed).toBe(1013)
})
