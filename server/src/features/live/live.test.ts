import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ClientOptions } from 'ws'
import { type Tenant, useService } from '../../../test/harness.ts'
import { connect, type Follower, follow, withKey } from '../../../test/sockets.ts'
import { until } from '../../../test/talking.ts'
import { removeExpired } from '../../worker.ts'
import { publish } from '../events/publish.ts'
import { operator } from '../workspaces/operator.ts'

const service = useService({ allowedOrigins: ['https://app.example.com'] }, { makesUpEvents: true })
const opened: Follower[] = []
let address: string

beforeAll(async () => {
  address = `${await service.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1/ws`
})

afterEach(async () => {
  for (const { socket } of opened) socket.terminate()
  await Promise.all(opened.splice(0).map(({ closed }) => closed))
})

async function open(query: string, options?: ClientOptions): Promise<Follower> {
  const follower = await follow(`${address}?${query}`, options)
  opened.push(follower)
  return follower
}

async function newTicket(key: string, headers: Record<string, string> = {}) {
  const { status, body } = await service.call('POST', '/api/v1/ws/tickets', { key, headers })
  expect(status).toBe(201)
  return body as { ticket: string; url: string; expires_at: string }
}

/** Publishes an event in the workspace, for one user or for all; `n` identifies it. */
async function tell(tenant: Tenant, n: number, userId?: number, filler = ''): Promise<void> {
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

/** Only events from `tell`: the event of a new key may still arrive when a socket opens. */
const numbers = (follower: Follower): number[] =>
  follower.events().flatMap(({ data }) => data.n ?? [])
const isNumber = (n: number) => (frame: { data?: { n: number } }) => frame.data?.n === n

describe('tickets', () => {
  test('201 opens one socket, once, and only its hash is stored', async () => {
    const mia = await service.tenant()
    const { ticket, url, expires_at } = await newTicket(mia.key)
    const { publicUrl } = service.deps.config
    expect(url).toBe(`${publicUrl.replace('http', 'ws')}/api/v1/ws?ticket=${ticket}`)
    expect(new Date(expires_at).getTime() - service.deps.clock().getTime()).toBeLessThan(30_001)
    const rows = await service.deps.db.system<{ token_hash: string }>`
      select token_hash from socket_tickets where workspace_id = ${mia.workspaceId}`
    const hash = createHash('sha256').update(ticket).digest('hex')
    expect(rows).toEqual([{ token_hash: hash }])

    const both = await Promise.all([1, 2].map(() => connect(`${address}?ticket=${ticket}`)))
    expect(both.map(({ status }) => status).sort()).toEqual([101, 401])
    for (const { follower, body } of both) {
      if (follower) opened.push(follower)
      else expect(body.code).toBe('unauthorized')
    }
  })

  test('401 when it has expired, is unknown, or its credential has ended', async () => {
    const mia = await service.tenant()
    const { body: own } = await service.call('POST', '/api/v1/api-keys', {
      key: mia.key,
      body: { name: 'Short' },
    })
    const orphaned = await newTicket(own.key)
    await service.call('DELETE', `/api/v1/api-keys/${own.id}`, { key: mia.key })
    const late = await newTicket(mia.key)
    const inTime = await newTicket(mia.key)
    service.advance(29)
    await open(`ticket=${inTime.ticket}`)
    for (const ticket of [orphaned.ticket, 'att_nothing', '', '%00', late.ticket]) {
      if (ticket === late.ticket) service.advance(2)
      const { status, headers, body } = await connect(`${address}?ticket=${ticket}`)
      expect([ticket, status, body.code]).toEqual([ticket, 401, 'unauthorized'])
      expect(headers).toMatchObject({
        'content-type': 'application/problem+json',
        'www-authenticate': 'Api-Key, Bearer',
        connection: 'close',
      })
    }
  })

  test('keeps the workspace and the space it was created for', async () => {
    const mia = await service.tenant()
    const { body: space } = await service.call('POST', '/api/v1/workspaces/teamspaces', {
      key: mia.key,
      body: { name: 'A' },
    })
    const path = `/api/v1/workspaces/teamspaces/${space.id}`
    const headers = { organization: mia.slug, space: String(space.id) }
    await open(`ticket=${(await newTicket(mia.key, headers)).ticket}`)
    const { ticket } = await newTicket(mia.key, headers)
    await service.call('PATCH', path, { key: mia.key, body: { is_active: false } })
    const { status, body } = await connect(`${address}?ticket=${ticket}`)
    expect([status, body.code]).toEqual([403, 'space_forbidden'])
  })

  test('housekeeping deletes unused ones', async () => {
    const mia = await service.tenant()
    await newTicket(mia.key)
    service.advance(31)
    await newTicket(mia.key)
    await removeExpired(service.deps)
    const left = await service.deps.db.system`
      select from socket_tickets where workspace_id = ${mia.workspaceId}`
    expect(left).toHaveLength(1)
  })
})

describe('the handshake', () => {
  test('101 with a key in the header, in the workspace that Organization names', async () => {
    const mia = await service.tenant()
    const { headers } = withKey(mia.key)
    const { frames } = await open('', { headers: { ...headers, organization: mia.slug } })
    expect(frames[0]).toEqual({
      type: 'ready',
      last_event_id: expect.any(Number),
      heartbeat_seconds: 25,
    })
  })

  test('101 from our own and allowed origins, 403 from others', async () => {
    const mia = await service.tenant()
    const own = new URL(service.deps.config.publicUrl).origin
    for (const [origin, status] of [
      [own, 101],
      ['https://app.example.com', 101],
      ['https://evil.example.com', 403],
      ['http://app.example.com', 403],
      [`${own}.evil.example.com`, 403],
      ['null', 403],
    ] as const) {
      const { ticket } = await newTicket(mia.key)
      const answer = await connect(`${address}?ticket=${ticket}`, { headers: { origin } })
      expect([origin, answer.status]).toEqual([origin, status])
      if (answer.follower) opened.push(answer.follower)
      else expect(answer.body.code).toBe('origin_forbidden')
    }
  })

  test('426 for a plain request, and the ticket stays valid', async () => {
    const mia = await service.tenant()
    const { ticket } = await newTicket(mia.key)
    for (const [url, key] of [
      [`/api/v1/ws?ticket=${ticket}`, ''],
      ['/api/v1/ws', mia.key],
    ] as const) {
      const { status, headers, body } = await service.call('GET', url, { key })
      expect([status, body.code, headers.upgrade]).toEqual([426, 'upgrade_required', 'websocket'])
    }
    await open(`ticket=${ticket}`)
  })

  test('400 for parameters and handshakes that are not valid, with a problem', async () => {
    const mia = await service.tenant()
    const queries = ['streams=all', 'streams=', 'last_event_id=-1', 'last_event_id=x']
    for (const query of [...queries, 'last_event_id=', 'streams=user&streams=user']) {
      const { status, body } = await connect(`${address}?${query}`, withKey(mia.key))
      expect([query, status, body.code]).toEqual([query, 400, 'validation_failed'])
    }
    const { headers } = withKey(mia.key)
    const bad = { 'sec-websocket-key': 'short', 'sec-websocket-version': '13' }
    const upgrade = { connection: 'upgrade', upgrade: 'websocket' }
    const answer = await fetchRaw({ ...headers, ...upgrade, ...bad })
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([400, 'bad_request'])
  })

  test('401 without a credential, 403 in a foreign workspace or without the permission', async () => {
    const mia = await service.tenant()
    const stranger = await service.tenant()
    const { headers } = withKey(mia.key)
    const eventsOnly = withKey(await service.keyWith(mia, ['events:read']))
    const personalOnly = withKey(await service.keyWith(mia, ['notifications:read']))
    for (const [query, options, status, code] of [
      ['', {}, 401, 'unauthorized'],
      ['', withKey('atl_wrong'), 401, 'unauthorized'],
      ['', { headers: { ...headers, organization: stranger.slug } }, 403, 'workspace_forbidden'],
      ['', { headers: { ...headers, organization: '!!' } }, 400, 'malformed_header'],
      ['', { headers: { ...headers, space: '2000000000' } }, 403, 'space_forbidden'],
      ['', eventsOnly, 403, 'permission_denied'],
      ['streams=user', eventsOnly, 403, 'permission_denied'],
      ['streams=workspace', personalOnly, 403, 'permission_denied'],
      ['streams=user,workspace', personalOnly, 403, 'permission_denied'],
    ] as const) {
      const answer = await connect(`${address}?${query}`, options as ClientOptions)
      expect([query, answer.status, answer.body.code]).toEqual([query, status, code])
    }
    await open('streams=workspace', eventsOnly)
    await open('', personalOnly)
  })

  test('429 for the fifty-first socket of a credential, until one closes', async () => {
    const mia = await service.tenant()
    await Promise.all(Array.from({ length: 50 }, () => open('', withKey(mia.key))))
    const refused = await connect(address, withKey(mia.key))
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_sockets'])
    const other = await service.keyWith(mia, ['notifications:read'])
    await open('', withKey(other))
    opened[0]?.socket.close()
    await until('room', async () => {
      const { follower } = await connect(address, withKey(mia.key))
      if (follower) opened.push(follower)
      return follower !== undefined
    })
  })

  test('requests that offer another protocol are answered as plain requests', async () => {
    const mia = await service.tenant()
    const body = JSON.stringify({ name: 'Over HTTP' })
    const headers = {
      ...withKey(mia.key).headers,
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'content-type': 'application/json',
    }
    const answer = await fetchRaw(headers, 'POST', '/api/v1/workspaces/teamspaces', body)
    expect([answer.status, JSON.parse(answer.text).name]).toEqual([201, 'Over HTTP'])
    await expect(connect(address.replace('/ws', '/nowhere'))).resolves.toMatchObject({
      status: 404,
      body: { code: 'route_not_found' },
    })
  })
})

async function fetchRaw(
  headers: Record<string, string>,
  method = 'GET',
  path = '/api/v1/ws',
  body = '',
): Promise<{ status: number | undefined; text: string }> {
  const request = httpRequest(new URL(path, address), { method, headers })
  request.end(body)
  const [response] = await once(request, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, text }
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
    await tell(mia, 1)
    await tell(mia, 2, mia.userId)
    await tell(mia, 3, jo.userId)
    await tell(mia, 4, alex.userId)
    await tell(mia, 5)
    await tell(stranger, 6)
    await strangers.arrival('the last', isNumber(6))
    await Promise.all([miasBoth, josBoth, josWorkspace].map((one) => one.arrival('5', isNumber(5))))
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
    await tell(mia, 1)
    await tell(mia, 2, mia.userId)
    const all = await open('last_event_id=0', withKey(mia.key))
    await all.arrival('2', isNumber(2))
    expect(all.events()[0].type).toBe('api_key.created')
    expect(numbers(all)).toEqual([1, 2])
    const first = all.events().find(isNumber(1)).id
    const rest = await open(`last_event_id=${first}`, withKey(mia.key))
    await rest.arrival('2', isNumber(2))
    expect(rest.frames[0].last_event_id).toBe(first)
    const workspace = await open('last_event_id=0&streams=workspace', withKey(mia.key))
    const now = await open('', withKey(mia.key))
    await tell(mia, 3)
    await Promise.all([rest, workspace, now].map((one) => one.arrival('3', isNumber(3))))
    expect(numbers(rest)).toEqual([2, 3])
    expect(numbers(workspace)).toEqual([1, 3])
    expect(numbers(now)).toEqual([3])
    expect(now.frames[0].last_event_id).toBeGreaterThanOrEqual(rest.events()[0].id)
  })

  test('a gap is reported for deleted events and for unknown ids', async () => {
    const mia = await service.tenant()
    await tell(mia, 1)
    const all = await open('last_event_id=0', withKey(mia.key))
    const { id } = await all.arrival('1', isNumber(1))
    expect(all.frames.map(({ type }) => type)).not.toContain('gap')
    const { db } = service.deps
    await db.system`delete from events where seq < ${id}`
    const [none, late, future] = await Promise.all(
      [id - 1, id - 2, id + 1000].map((at) => open(`last_event_id=${at}`, withKey(mia.key))),
    )
    await tell(mia, 2)
    const followers = [none, late, future] as Follower[]
    await Promise.all(followers.map((one) => one.arrival('2', isNumber(2))))
    const told = followers.map(({ frames }) =>
      frames.map(({ type, data }) => data?.n ?? type).filter((it) => it !== 'api_key.created'),
    )
    expect(told).toEqual([
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
        await tell(mia, n, n % 3 ? undefined : n % 6 ? jo.userId : mia.userId)
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
        received.push(...follower.events().filter(({ data }) => data.n))
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
