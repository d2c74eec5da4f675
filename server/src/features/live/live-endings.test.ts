import { beforeAll, describe, expect, test } from 'vitest'
import type { ClientOptions } from 'ws'
import type { Tenant } from '../../../test/harness.ts'
import { password, passwordClient } from '../../../test/passwords.ts'
import { until } from '../../../test/server-client.ts'
import { type Follower, withKey } from '../../../test/sockets.ts'
import { isNumber, numbers, useLive } from './test-live.ts'

/** When the server closes sockets, and what they must not receive afterwards. */
const { service, open, publishEvents, publishEvent, countDropped } = useLive()

const { createTenantWithPassword } = passwordClient(service)

let socketUrl: string

beforeAll(async () => {
  socketUrl = `${await service.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1/ws`
})

async function logIn(tenant: Tenant): Promise<{ access_token: string; refresh_token: string }> {
  const { body } = await service.call('POST', '/api/v1/auth/login', {
    body: { email: tenant.email, password },
  })
  return body
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
  const before = await publishEvent(mia)
  await Promise.all(
    [...ending, ...staying].map((one) => one.waitForFrame('before', isNumber(before))),
  )
  await end()
  const after = await publishEvent(mia)
  await Promise.all(staying.map((one) => one.waitForFrame('after', isNumber(after))))
  expect(await Promise.all(ending.map(({ closed }) => closed))).toEqual(ending.map(() => 4001))
  for (const one of ending) expect(one.events().at(-1).data.n).toBe(before)
}

describe('ending a credential closes its sockets before they get another event', () => {
  test('a revoked key', async () => {
    const mia = await service.tenant()
    const watching = await open(socketUrl, withKey(mia.key))
    for (let round = 0; round < 2; round++) {
      const { body: own } = await service.call('POST', '/api/v1/api-keys', {
        key: mia.key,
        body: { name: 'Short' },
      })
      const followers = [
        await open(socketUrl, withKey(own.key)),
        await open(`${socketUrl}?last_event_id=0`, withKey(own.key)),
      ]
      await expectEnd(mia, followers, [watching], () =>
        service.call('DELETE', `/api/v1/api-keys/${own.id}`, { key: mia.key }),
      )
    }
    expect(watching.events().filter(({ type }) => type === 'api_key.revoked')).toHaveLength(2)
  })

  test('a removed member, and one whose permissions no longer cover the stream', async () => {
    const mia = await service.tenant()
    const [jo, sam] = [
      await service.colleague(mia, 'member'),
      await service.colleague(mia, 'admin'),
    ]
    const watching = await open(socketUrl, withKey(mia.key))
    const josSocket = await open(socketUrl, withKey(jo.key))
    const samsSocket = await open(socketUrl, withKey(sam.key))
    const samsOwn = await open(`${socketUrl}?streams=user`, withKey(sam.key))
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
    const follower = await open(socketUrl, withKey(mia.key))
    const elsewhere = await open(socketUrl, withKey(other.key))
    const body = { is_active: false }
    await service.call('PATCH', '/api/v1/workspaces/current', { key: mia.key, body })
    expect(await follower.closed).toBe(4001)
    await elsewhere.waitForFrame('more', isNumber(await publishEvent(other)))
  })

  test('a session that was logged out, with an Idempotency-Key too', async () => {
    const mia = await createTenantWithPassword()
    const watching = await open(socketUrl, withKey(mia.key))
    for (const headers of [{}, { 'idempotency-key': 'bye' }]) {
      const { access_token: token } = await logIn(mia)
      const follower = await open(socketUrl, withToken(token))
      await expectEnd(mia, [follower], [watching], async () => {
        const { status } = await service.call('POST', '/api/v1/auth/logout', { token, headers })
        expect(status).toBe(204)
      })
    }
  })

  test('sessions ended by a new password; the one that set it continues', async () => {
    const mia = await createTenantWithPassword()
    const [own, other] = [await logIn(mia), await logIn(mia)]
    const staying = await open(socketUrl, withToken(own.access_token))
    const ending = await open(socketUrl, withToken(other.access_token))
    await expectEnd(mia, [ending], [staying], () =>
      service.call('POST', '/api/v1/auth/password', {
        token: own.access_token,
        body: { current_password: password, new_password: 'another long one' },
      }),
    )
  })

  test('a session whose refresh token was reused; a refreshed one continues', async () => {
    const mia = await createTenantWithPassword()
    const watching = await open(socketUrl, withKey(mia.key))
    const { access_token, refresh_token } = await logIn(mia)
    const follower = await open(socketUrl, withToken(access_token))
    const refresh = () => service.call('POST', '/api/v1/auth/refresh', { body: { refresh_token } })
    expect((await refresh()).status).toBe(200)
    await expectEnd(mia, [follower], [watching], refresh)
  })
})

describe('a client that reads too slowly', () => {
  test('is disconnected while others continue, and can resume', async () => {
    const mia = await service.tenant()
    const slow = await open(socketUrl, withKey(mia.key))
    const others = await Promise.all([1, 2].map(() => open(socketUrl, withKey(mia.key))))
    const before = await countDropped('slow')
    slow.socket.pause()
    const filler = 'x'.repeat(400_000)
    const wanted: number[] = []
    await until('it to be dropped', async () => {
      wanted.push(await publishEvent(mia, filler))
      return (await countDropped('slow')) > before
    })
    slow.socket.resume()
    // 1006 if a busy machine did not let it read the close frame within two seconds.
    expect([4008, 1006]).toContain(await slow.closed)
    for (const other of others) {
      await other.waitForFrame('the last', isNumber(wanted.at(-1) as number))
      expect(numbers(other)).toEqual(wanted)
    }
    const got = numbers(slow)
    expect(got).toEqual(wanted.slice(0, got.length))
    const last = slow.events().at(-1).id
    const again = await open(`${socketUrl}?last_event_id=${last}`, withKey(mia.key))
    await again.waitForFrame('the rest', isNumber(wanted.at(-1) as number))
    expect([...got, ...numbers(again)]).toEqual(wanted)
  })

  test('is waited for while it catches up', async () => {
    const mia = await service.tenant()
    const fast = await open(socketUrl, withKey(mia.key))
    const wanted = await publishEvents(mia, 40, 'x'.repeat(400_000))
    await fast.waitForFrame('all of them', isNumber(wanted.at(-1) as number))
    const slow = await open(`${socketUrl}?last_event_id=0`, withKey(mia.key))
    slow.socket.pause()
    wanted.push(await publishEvent(mia), await publishEvent(mia))
    const last = isNumber(wanted.at(-1) as number)
    await fast.waitForFrame('the last', last)
    slow.socket.resume()
    await slow.waitForFrame('the last', last)
    expect(numbers(slow)).toEqual(wanted)
  })
})

test('a burst of events does not disconnect a client that reads them', async () => {
  const mia = await service.tenant()
  const follower = await open(socketUrl, withKey(mia.key))
  const wanted = await publishEvents(mia, 40, 'x'.repeat(400_000))
  await follower.waitForFrame('the last', isNumber(wanted.at(-1) as number))
  expect(numbers(follower)).toEqual(wanted)
})

describe('what clients send', () => {
  test('a ping gets a pong; anything else that is text is ignored', async () => {
    const mia = await service.tenant()
    const { socket, frames, waitForFrame } = await open(socketUrl, withKey(mia.key))
    const nonsense = ['', 'ping', 'null', '[]', '{"type":"pong"}', '{"type":["ping"]}', '{', '7']
    for (const text of nonsense) socket.send(text)
    socket.send('{"type":"ping"}')
    await waitForFrame('pong', ({ type }) => type === 'pong')
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
      const follower = await open(socketUrl, withKey(mia.key))
      send(follower)
      expect(await follower.closed).toBe(code)
    }
    const fine = await open(socketUrl, withKey(mia.key))
    times(49, () => fine.socket.send('hello'))
    fine.socket.send('{"type":"ping"}')
    await fine.waitForFrame('pong', ({ type }) => type === 'pong')
  })
})

function times(count: number, work: () => void): void {
  for (let at = 0; at < count; at++) work()
}
