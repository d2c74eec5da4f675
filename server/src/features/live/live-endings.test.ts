import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ClientOptions, WebSocketServer } from 'ws'
import { type Tenant, useService } from '../../../test/harness.ts'
import { connect, type Follower, follow, withKey } from '../../../test/sockets.ts'
import { until } from '../../../test/talking.ts'
import type { Role } from '../../http/permissions.ts'
import { credentialsTopic } from '../auth/credential-news.ts'
import { eventsTopic } from '../events/dispatch-events.ts'
import { publish } from '../events/publish.ts'
import { operator } from '../workspaces/operator.ts'
import { Hub } from './hub.ts'

/** When the server closes sockets, and what they must not receive afterwards. */
const service = useService({}, { makesUpEvents: true })
const opened: Follower[] = []
const password = 'correct horse battery'
let address: string
let told = 0

beforeAll(async () => {
  address = `${await service.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1/ws`
})

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
async function notifyMany(tenant: Tenant, count: number, filler = ''): Promise<number[]> {
  const actor = await operator(service.deps, { workspace: tenant.slug, user: tenant.email })
  const names = Array.from({ length: count }, () => ++told)
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

async function tell(tenant: Tenant, filler?: string): Promise<number> {
  return (await notifyMany(tenant, 1, filler))[0] as number
}

const isNumber = (n: number) => (frame: { data?: { n: number } }) => frame.data?.n === n
const numbers = (follower: Follower): number[] =>
  follower.events().flatMap(({ data }) => data.n ?? [])

async function dropped(reason: string): Promise<number> {
  const { values } = await service.deps.metrics.droppedSockets.get()
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0
}

async function logIn(tenant: Tenant): Promise<{ access_token: string; refresh_token: string }> {
  const { body } = await service.call('POST', '/api/v1/auth/login', {
    body: { email: tenant.email, password },
  })
  return body
}

async function withPassword(role: Role = 'owner'): Promise<Tenant> {
  const mia = await service.tenant(role)
  const body = { new_password: password }
  await service.call('POST', '/api/v1/auth/password', { key: mia.key, body })
  return mia
}

const withToken = (token: string): ClientOptions => ({
  headers: { authorization: `Bearer ${token}` },
})

/** Ends a credential and checks that its sockets receive nothing more while others do. */
async function expectEnd(
  mia: Tenant,
  ending: Follower[],
  staying: Follower[],
  end: () => Promise<unknown>,
): Promise<void> {
  const before = await tell(mia)
  await Promise.all([...ending, ...staying].map((one) => one.arrival('before', isNumber(before))))
  await end()
  const after = await tell(mia)
  await Promise.all(staying.map((one) => one.arrival('after', isNumber(after))))
  expect(await Promise.all(ending.map(({ closed }) => closed))).toEqual(ending.map(() => 4001))
  for (const one of ending) expect(one.events().at(-1).data.n).toBe(before)
}

describe('ending a credential closes its sockets before they get another event', () => {
  test('a revoked key', async () => {
    const mia = await service.tenant()
    const watching = await open(address, withKey(mia.key))
    for (let round = 0; round < 5; round++) {
      const { body: own } = await service.call('POST', '/api/v1/api-keys', {
        key: mia.key,
        body: { name: 'Short' },
      })
      const followers = [
        await open(address, withKey(own.key)),
        await open(`${address}?last_event_id=0`, withKey(own.key)),
      ]
      await expectEnd(mia, followers, [watching], () =>
        service.call('DELETE', `/api/v1/api-keys/${own.id}`, { key: mia.key }),
      )
    }
    expect(watching.events().filter(({ type }) => type === 'api_key.revoked')).toHaveLength(5)
  })

  test('a removed member, and one whose permissions no longer cover the stream', async () => {
    const mia = await service.tenant()
    const [jo, sam] = [
      await service.colleague(mia, 'member'),
      await service.colleague(mia, 'admin'),
    ]
    const watching = await open(address, withKey(mia.key))
    const josSocket = await open(address, withKey(jo.key))
    const samsSocket = await open(address, withKey(sam.key))
    const samsOwn = await open(`${address}?streams=user`, withKey(sam.key))
    const path = '/api/v1/workspaces/members'
    await expectEnd(mia, [josSocket], [watching, samsSocket], () =>
      service.call('DELETE', `${path}/${jo.userId}`, { key: mia.key }),
    )
    await expectEnd(mia, [samsSocket], [watching], () =>
      service.call('PATCH', `${path}/${sam.userId}`, { key: mia.key, body: { role: 'guest' } }),
    )
    expect(samsOwn.socket.readyState).toBe(samsOwn.socket.OPEN)
  })

  test('a workspace that was switched off', async () => {
    const mia = await service.tenant()
    const other = await service.tenant()
    const follower = await open(address, withKey(mia.key))
    const elsewhere = await open(address, withKey(other.key))
    const body = { is_active: false }
    await service.call('PATCH', '/api/v1/workspaces/current', { key: mia.key, body })
    expect(await follower.closed).toBe(4001)
    await elsewhere.arrival('more', isNumber(await tell(other)))
  })

  test('a session that was logged out, with an Idempotency-Key too', async () => {
    const mia = await withPassword()
    const watching = await open(address, withKey(mia.key))
    for (const headers of [{}, { 'idempotency-key': 'bye' }]) {
      const { access_token: token } = await logIn(mia)
      const follower = await open(address, withToken(token))
      await expectEnd(mia, [follower], [watching], async () => {
        const { status } = await service.call('POST', '/api/v1/auth/logout', { token, headers })
        expect(status).toBe(204)
      })
    }
  })

  test('sessions ended by a new password; the one that set it continues', async () => {
    const mia = await withPassword()
    const [own, other] = [await logIn(mia), await logIn(mia)]
    const staying = await open(address, withToken(own.access_token))
    const ending = await open(address, withToken(other.access_token))
    await expectEnd(mia, [ending], [staying], () =>
      service.call('POST', '/api/v1/auth/password', {
        token: own.access_token,
        body: { current_password: password, new_password: 'another long one' },
      }),
    )
  })

  test('a session whose refresh token was reused; a refreshed one continues', async () => {
    const mia = await withPassword()
    const watching = await open(address, withKey(mia.key))
    const { access_token, refresh_token } = await logIn(mia)
    const follower = await open(address, withToken(access_token))
    const refresh = () => service.call('POST', '/api/v1/auth/refresh', { body: { refresh_token } })
    expect((await refresh()).status).toBe(200)
    await expectEnd(mia, [follower], [watching], refresh)
  })
})

describe('a client that reads too slowly', () => {
  test('is disconnected while others continue, and can resume', async () => {
    const mia = await service.tenant()
    const slow = await open(address, withKey(mia.key))
    const others = await Promise.all([1, 2].map(() => open(address, withKey(mia.key))))
    const before = await dropped('slow')
    slow.socket.pause()
    const filler = 'x'.repeat(400_000)
    const wanted: number[] = []
    await until('it to be dropped', async () => {
      wanted.push(await tell(mia, filler))
      return (await dropped('slow')) > before
    })
    for (const other of others) {
      await other.arrival('the last', isNumber(wanted.at(-1) as number))
      expect(numbers(other)).toEqual(wanted)
    }
    slow.socket.resume()
    expect(await slow.closed).toBe(4008)
    const got = numbers(slow)
    expect(got).toEqual(wanted.slice(0, got.length))
    const last = slow.events().at(-1).id
    const again = await open(`${address}?last_event_id=${last}`, withKey(mia.key))
    await again.arrival('the rest', isNumber(wanted.at(-1) as number))
    expect([...got, ...numbers(again)]).toEqual(wanted)
  })

  test('is waited for while it catches up', async () => {
    const mia = await service.tenant()
    const fast = await open(address, withKey(mia.key))
    const wanted = await notifyMany(mia, 40, 'x'.repeat(400_000))
    await fast.arrival('all of them', isNumber(wanted.at(-1) as number))
    const slow = await open(`${address}?last_event_id=0`, withKey(mia.key))
    slow.socket.pause()
    wanted.push(await tell(mia), await tell(mia))
    const last = isNumber(wanted.at(-1) as number)
    await fast.arrival('the last', last)
    slow.socket.resume()
    await slow.arrival('the last', last)
    expect(numbers(slow)).toEqual(wanted)
  })
})

test('a burst of events does not disconnect a client that reads them', async () => {
  const mia = await service.tenant()
  const follower = await open(address, withKey(mia.key))
  const wanted = await notifyMany(mia, 40, 'x'.repeat(400_000))
  await follower.arrival('the last', isNumber(wanted.at(-1) as number))
  expect(numbers(follower)).toEqual(wanted)
})

describe('what clients send', () => {
  test('a ping gets a pong; anything else that is text is ignored', async () => {
    const mia = await service.tenant()
    const { socket, frames, arrival } = await open(address, withKey(mia.key))
    const nonsense = ['', 'ping', 'null', '[]', '{"type":"pong"}', '{"type":["ping"]}', '{', '7']
    for (const text of nonsense) socket.send(text)
    socket.send('{"type":"ping"}')
    await arrival('pong', ({ type }) => type === 'pong')
    expect(frames.filter(({ type }) => type === 'pong')).toHaveLength(1)
    socket.send(JSON.stringify({ type: 'ping', text: 'x'.repeat(4060) }))
    await until('another', async () => frames.filter(({ type }) => type === 'pong').length === 2)
  })

  test('1009 for more than 4 kB, 1003 for binary, 1008 for a flood', async () => {
    const mia = await service.tenant()
    const sendings: [number, (follower: Follower) => void][] = [
      [1009, ({ socket }) => socket.send('x'.repeat(4097))],
      [1003, ({ socket }) => socket.send(Buffer.from('{"type":"ping"}'))],
      [1008, ({ socket }) => times(51, () => socket.send('hello'))],
      [1008, ({ socket }) => times(51, () => socket.ping())],
    ]
    for (const [code, send] of sendings) {
      const follower = await open(address, withKey(mia.key))
      send(follower)
      expect(await follower.closed).toBe(code)
    }
    const fine = await open(address, withKey(mia.key))
    times(49, () => fine.socket.send('hello'))
    fine.socket.send('{"type":"ping"}')
    await fine.arrival('pong', ({ type }) => type === 'pong')
  })
})

function times(count: number, work: () => void): void {
  for (let at = 0; at < count; at++) work()
}

describe('as time goes by', () => {
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
    const guest = { ...tenant, credentialId: `key:${key?.id}`, streams: ['workspace'] as const }
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
    const before = await dropped('silent')
    const silent = await open(url, { autoPong: false })
    for (let round = 1; round <= 6; round++) {
      hub.tick()
      await until('a ping', async () => pings === round)
      // The response to this comes after the pong, so the pong has arrived by then.
      alive.socket.send('{"type":"ping"}')
      await until('an answer', async () => pongs() === round)
      expect(await dropped('silent')).toBe(before + (round > 2 ? 1 : 0))
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
    await follower.arrival('something', isNumber(await tell(mia)))
    await service.deps.db.system`
      update api_keys set expires_at = ${service.deps.clock()} where user_id = ${mia.userId}`
    expect(await follower.closed).toBe(4001)
  })

  test('events arrive even if the bus lost the message', async () => {
    const mia = await service.tenant()
    const [bus] = deafBus()
    const follower = await open(await startHub(mia, {}, { bus }))
    await follower.arrival('something', isNumber(await tell(mia)))
  })

  test('a process that lags behind does not repeat events from another', async () => {
    const mia = await service.tenant()
    const [bus, wake] = deafBus()
    const url = await startHub(mia, { tickMs: never }, { bus })
    const stayed = await open(url)
    const ahead = await open(address, withKey(mia.key))
    const first = await tell(mia)
    const { id } = await ahead.arrival('the first', isNumber(first))
    const moved = await open(`${url}?after=${id}`)
    const second = await tell(mia)
    await ahead.arrival('the second', isNumber(second))
    wake()
    await Promise.all([stayed, moved].map((one) => one.arrival('news', isNumber(second))))
    expect(numbers(stayed)).toEqual([first, second])
    expect(numbers(moved)).toEqual([second])
  })

  test('events during catch-up arrive once and in order', async () => {
    const mia = await service.tenant()
    const { db } = service.deps
    const wanted = [await tell(mia)]
    let pages = 0
    const workspace = (id: number) => {
      const sql = db.workspace(id)
      const reading = async (...args: Parameters<typeof sql>) => {
        const page = await sql(...args)
        if (++pages <= 3) {
          wanted.push(await tell(mia))
          await ahead.arrival('news', isNumber(wanted.at(-1) as number))
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
    await follower.arrival('something', isNumber(await tell(mia)))
    isAway = true
    await system`
      update api_keys set revoked_at = ${service.deps.clock()} where user_id = ${mia.userId}`
    await service.deps.bus.publish(credentialsTopic, `user:${mia.userId}`)
    const untold = await tell(mia)
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
      await tell(mia)
      await heard.promise
      forget()
      return statements === before
    })
    const second = await open(url)
    const last = await tell(mia)
    await second.arrival('news', isNumber(last))
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
})
