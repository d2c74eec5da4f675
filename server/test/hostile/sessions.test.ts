import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, expectStatus, useService } from '../harness.ts'
import { createOAuthGrant } from '../oauth-grant.ts'
import { password, passwordClient } from '../passwords.ts'
import { within } from '../server-client.ts'
import { connect } from '../sockets.ts'

/** Ended sessions, programs and keys stay ended. */
const service = useService()
const { createTenantWithPassword, logIn } = passwordClient(service)
const sessions = '/api/v1/auth/sessions'
const grants = '/api/v1/auth/grants'
let baseUrl: string

beforeAll(async () => {
  baseUrl = await service.listen()
})

// Starts a new window of the rate limits.
beforeEach(() => service.advance(301))

const post = (path: string, body: unknown, options = {}): Promise<Answer> =>
  service.call('POST', path, { body, ...options })

const isSignedIn = async (token: string) =>
  (await service.call('GET', '/api/v1/auth/me', { token })).status === 200

describe('sessions and programs', () => {
  test('401 and 403: only the person sees and ends them', async () => {
    const mia = await createTenantWithPassword()
    const { token } = await createOAuthGrant(service, mia)
    const requests = [
      ['GET', sessions],
      ['POST', `${sessions}/end-others`],
      ['DELETE', `${sessions}/00000000-0000-4000-8000-000000000000`],
      ['GET', grants],
      ['DELETE', `${grants}/00000000-0000-4000-8000-000000000000`],
    ] as const
    for (const [method, path] of requests) {
      expect([path, (await service.call(method, path)).status]).toEqual([path, 401])
      for (const credential of [{ key: mia.key }, { token }]) {
        const { status, body } = await service.call(method, path, credential)
        expect([path, status, body.code]).toEqual([path, 403, 'permission_denied'])
      }
    }
  })

  test('are listed with recognisable details and without secrets', async () => {
    const mia = await createTenantWithPassword()
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
    const login = { email: mia.email, password }
    const { body } = await post('/api/v1/auth/login', login, { headers: { 'user-agent': firefox } })
    await post('/api/v1/auth/login', login, { headers: { 'user-agent': 'curl/8.5.0' } })
    const token = body.access_token
    await post('/api/v1/auth/logout', undefined, { token: mia.token })
    const listed = await service.call('GET', sessions, { token })
    expect(listed.body.count).toBe(2)
    const names = listed.body.results.map(({ name }: { name: string }) => name).sort()
    expect(names).toEqual(['Firefox on Linux', 'curl'])
    const current = listed.body.results.filter(({ is_current }: never) => is_current)
    expect(current).toMatchObject([{ name: 'Firefox on Linux', kind: 'token' }])
    expect(listed.text).not.toMatch(/at[sr]_|hash/)
    await createOAuthGrant(service, mia, { name: 'Launch helper' })
    const { body: programs } = await service.call('GET', grants, { token })
    expect(programs.results).toMatchObject([
      { name: 'Launch helper', workspace: { id: mia.workspaceId }, scopes: ['boards:read'] },
    ])
  })

  test("end immediately, with their sockets and streams, and only the person's own", async () => {
    const mia = await createTenantWithPassword()
    const jo = await createTenantWithPassword()
    const [own, other, theirs] = await Promise.all(
      [mia, mia, jo].map(async ({ email }) => (await logIn(email)).body.access_token as string),
    )
    const asked = async (token: string) =>
      (await service.call('GET', sessions, { token })).body.results as {
        id: string
        is_current: boolean
      }[]
    const findId = async (token: string) =>
      (await asked(token)).find(({ is_current }) => is_current)?.id as string
    const foreign = await service.call('DELETE', `${sessions}/${await findId(theirs as string)}`, {
      token: own as string,
    })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'session_not_found'])

    const bearer = { headers: { authorization: `Bearer ${other}` } }
    const { follower } = await connect(`${baseUrl}/api/v1/ws`, bearer)
    const stream = await fetch(`${baseUrl}/api/v1/events/stream`, bearer)
    const streamEnd = stream.text()
    const id = await findId(other as string)
    const ended = await service.call('DELETE', `${sessions}/${id}`, { token: own as string })
    expect(ended.status).toBe(204)
    // Caused by the event, not by the next check: that comes with the heartbeat, or after 30 s.
    expect(await streamEnd).not.toContain('still here')
    await within(20_000, 'closing the socket', follower?.closed ?? Promise.reject())
    expect(await isSignedIn(other as string)).toBe(false)
    expect(await isSignedIn(own as string)).toBe(true)
    await expectStatus(404, service.call('DELETE', `${sessions}/${id}`, { token: own as string }))

    const more = (await logIn(mia.email)).body.access_token
    await post('/api/v1/auth/logout', undefined, { token: mia.token })
    const others = await post(`${sessions}/end-others`, undefined, { token: own })
    expect(others.body).toEqual({ ended: 1 })
    expect([
      await isSignedIn(own as string),
      await isSignedIn(more),
      await isSignedIn(theirs as string),
    ]).toEqual([true, false, true])
  })

  test('a revoked program loses access and its streams immediately', async () => {
    const mia = await createTenantWithPassword()
    const token = (await logIn(mia.email)).body.access_token
    const program = await createOAuthGrant(service, mia, { scopes: ['events:read'] })
    const bearer = { headers: { authorization: `Bearer ${program.token}` } }
    const streamEnd = (await fetch(`${baseUrl}/api/v1/events/stream`, bearer)).text()
    await expectStatus(204, service.call('DELETE', `${grants}/${program.id}`, { token }))
    expect(await streamEnd).not.toContain('still here')
    expect(await isSignedIn(program.token)).toBe(false)
    const again = await service.call('DELETE', `${grants}/${program.id}`, { token })
    expect([again.status, again.body.code]).toEqual([404, 'grant_not_found'])
  })

  test('a revoked key loses its streams immediately', async () => {
    const mia = await service.tenant()
    const key = await service.keyWith(mia, ['events:read'])
    const headers = { authorization: `Api-Key ${key}` }
    const streamEnd = (await fetch(`${baseUrl}/api/v1/events/stream`, { headers })).text()
    const { body } = await service.call('GET', '/api/v1/api-keys', { key: mia.key })
    await service.call('DELETE', `/api/v1/api-keys/${body.results[0].id}`, { key: mia.key })
    expect(await streamEnd).not.toContain('still here')
  })
})
