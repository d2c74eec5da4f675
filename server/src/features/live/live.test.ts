import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ClientOptions } from 'ws'
import { expectStatus } from '../../../test/harness.ts'
import { until } from '../../../test/server-client.ts'
import { connect, withKey } from '../../../test/sockets.ts'
import { removeExpired } from '../../worker.ts'
import { useLive } from './test-live.ts'

const { service, opened, open: openAt } = useLive({ allowedOrigins: ['https://app.example.com'] })

let socketUrl: string

beforeAll(async () => {
  socketUrl = `${await service.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1/ws`
})

const open = (query: string, options?: ClientOptions) => openAt(`${socketUrl}?${query}`, options)

async function newTicket(key: string, headers: Record<string, string> = {}) {
  const body = await expectStatus(201, service.call('POST', '/api/v1/ws/tickets', { key, headers }))
  return body as { ticket: string; url: string; expires_at: string }
}

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

    const both = await Promise.all([1, 2].map(() => connect(`${socketUrl}?ticket=${ticket}`)))
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
    service.advance(15)
    await open(`ticket=${inTime.ticket}`)
    for (const ticket of [orphaned.ticket, 'att_nothing', '', '%00', late.ticket]) {
      if (ticket === late.ticket) service.advance(16)
      const { status, headers, body } = await connect(`${socketUrl}?ticket=${ticket}`)
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
    const { status, body } = await connect(`${socketUrl}?ticket=${ticket}`)
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
      const answer = await connect(`${socketUrl}?ticket=${ticket}`, { headers: { origin } })
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
    const queries = ['streams=all', 'last_event_id=-1', 'last_event_id=x']
    for (const query of [...queries, 'streams=user&streams=user']) {
      const { status, body } = await connect(`${socketUrl}?${query}`, withKey(mia.key))
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
      const answer = await connect(`${socketUrl}?${query}`, options as ClientOptions)
      expect([query, answer.status, answer.body.code]).toEqual([query, status, code])
    }
    await open('streams=workspace', eventsOnly)
    await open('', personalOnly)
  })

  test('429 for the fifty-first socket of a credential, until one closes', async () => {
    const mia = await service.tenant()
    await Promise.all(Array.from({ length: 50 }, () => open('', withKey(mia.key))))
    const refused = await connect(socketUrl, withKey(mia.key))
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_sockets'])
    const other = await service.keyWith(mia, ['notifications:read'])
    await open('', withKey(other))
    opened[0]?.socket.close()
    await until('room', async () => {
      const { follower } = await connect(socketUrl, withKey(mia.key))
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
    await expect(connect(socketUrl.replace('/ws', '/nowhere'))).resolves.toMatchObject({
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
  const request = httpRequest(new URL(path, socketUrl), { method, headers })
  request.end(body)
  const [response] = await once(request, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, text }
}
