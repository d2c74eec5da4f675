import { beforeEach, describe, expect, test } from 'vitest'
import { type CallOptions, expectStatus, readProblem, useService } from '../../../test/harness.ts'
import { password, passwordClient } from '../../../test/passwords.ts'
import { createSignInLink, linkForOwnerWithoutPassword } from './sign-in-links.ts'

const service = useService()
const me = '/api/v1/auth/me'
const { createTenantWithPassword } = passwordClient(service)
const fromPage = { 'sec-fetch-site': 'same-origin' }

const post = (path: string, body: unknown, options: CallOptions = {}) =>
  service.call('POST', `/api/v1/auth/${path}`, { body, ...options })

async function signIn(email: string) {
  const answer = await post('browser', { email, password })
  expect(answer.status).toBe(200)
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
  return { answer, cookie }
}

const withCookie = (cookie: string, headers: Record<string, string> = fromPage) => ({
  headers: { cookie, ...headers },
})

describe('a browser', () => {
  test('is signed in by a cookie that scripts and other sites cannot use', async () => {
    const mia = await createTenantWithPassword()
    const { answer, cookie } = await signIn(mia.email)
    expect(answer.body).toEqual({ user_id: mia.userId })
    expect(answer.headers['set-cookie']).toMatch(
      /^atelier_\d+=ats_\S+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    )
    const body = await expectStatus(200, service.call('GET', me, withCookie(cookie)))
    expect(body).toMatchObject({
      user: { email: mia.email, has_password: true },
      credential: 'session',
      workspace_id: mia.workspaceId,
      role: 'owner',
      workspaces: [{ id: mia.workspaceId, slug: mia.slug, role: 'owner' }],
    })
    expect(body.permissions).toContain('boards:write')
    service.advance(30 * 86_400 + 1)
    expect((await service.call('GET', me, withCookie(cookie))).status).toBe(401)
  })

  test.each([
    ['GET', { 'sec-fetch-site': 'same-origin' }, 200],
    ['GET', { 'sec-fetch-site': 'none' }, 200],
    ['GET', { 'sec-fetch-site': 'same-site' }, 401],
    ['GET', { 'sec-fetch-site': 'cross-site' }, 401],
    ['GET', { origin: 'https://evil.example' }, 403],
    ['GET', {}, 200],
    ['PATCH', { 'sec-fetch-site': 'same-origin' }, 200],
    ['PATCH', { 'sec-fetch-site': 'none' }, 401],
    ['PATCH', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }, 401],
    ['PATCH', { origin: 'http://localhost:3000' }, 403],
    ['PATCH', {}, 401],
  ])('%s with %o is answered with %i', async (method, headers, expected) => {
    const mia = await createTenantWithPassword()
    const { cookie } = await signIn(mia.email)
    const body = method === 'PATCH' ? { body: { first_name: 'Mia' } } : {}
    const given = { ...withCookie(cookie, headers as Record<string, string>), ...body }
    expect((await service.call(method, me, given)).status).toBe(expected)
  })

  test('the Authorization header takes precedence over the cookie', async () => {
    const [mia, jo] = [await createTenantWithPassword(), await service.tenant()]
    const { cookie } = await signIn(mia.email)
    const both = await service.call('GET', me, { key: jo.key, ...withCookie(cookie) })
    expect(both.body.user.email).toBe(jo.email)
    await expectStatus(401, service.call('GET', me, { key: 'atl_nothing', ...withCookie(cookie) }))
  })

  test('signs out: the session ends and the cookie is deleted', async () => {
    const mia = await createTenantWithPassword()
    const { cookie } = await signIn(mia.email)
    const out = await post('logout', undefined, withCookie(cookie))
    expect(out.status).toBe(204)
    expect(out.headers['set-cookie']).toMatch(/^atelier_\d+=; .*Max-Age=0/)
    expect((await service.call('GET', me, withCookie(cookie))).status).toBe(401)
  })

  test('accepts an access token instead of a password', async () => {
    const mia = await createTenantWithPassword()
    const { body } = await post('login', { email: mia.email, password })
    const answer = await post('browser', { access_token: body.access_token })
    expect(answer.body).toEqual({ user_id: mia.userId })
    for (const token of ['ats_nothing', mia.key]) {
      const refused = await post('browser', { access_token: token })
      expect([refused.status, refused.body.code]).toEqual([401, 'wrong_login'])
    }
  })

  test('400 without a password, 401 for a wrong one', async () => {
    const mia = await createTenantWithPassword()
    expect((await post('browser', { email: mia.email })).status).toBe(400)
    expect((await post('browser', {})).status).toBe(400)
    const wrong = await post('browser', { email: mia.email, password: 'another password' })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_login'])
    expect(wrong.headers['set-cookie']).toBeUndefined()
  })
})

describe('a one-time link', () => {
  // Starts a new rate limit window.
  beforeEach(() => service.advance(301))
  const createLink = (userId: number) =>
    service.deps.db.transaction('system', (tx) => createSignInLink(service.deps, tx, userId))
  const readToken = (link: string) => link.split('#')[1] as string

  test('sets the password once and ends other sessions', async () => {
    const mia = await createTenantWithPassword()
    const { cookie: old } = await signIn(mia.email)
    const token = readToken(await createLink(mia.userId))
    const body = { token, new_password: 'another long one', first_name: ' Mia ' }
    const used = await post('browser/link', body)
    expect([used.status, used.body]).toEqual([200, { user_id: mia.userId }])
    const [cookie = ''] = String(used.headers['set-cookie']).split(';')
    const seen = await service.call('GET', me, withCookie(cookie))
    expect(seen.body.user).toMatchObject({ first_name: 'Mia', has_password: true })
    expect((await service.call('GET', me, withCookie(old))).status).toBe(401)
    expect(await readProblem(post('browser/link', body))).toEqual([410, 'sign_in_link_invalid'])
  })

  test('expires after a day or when another link is used, not when another is created', async () => {
    const mia = await service.tenant()
    const first = readToken(await createLink(mia.userId))
    const second = readToken(await createLink(mia.userId))
    const third = readToken(await createLink(mia.userId))
    expect((await post('browser/link', { token: first, new_password: 'short' })).status).toBe(400)
    const both = await Promise.all(
      [first, second].map((token) => post('browser/link', { token, new_password: password })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect((await post('browser/link', { token: third, new_password: password })).status).toBe(410)
    const late = readToken(await createLink(mia.userId))
    service.advance(86_400 + 1)
    expect((await post('browser/link', { token: late, new_password: password })).status).toBe(410)
  })

  test('shows its owner and stays valid; a password set otherwise ends it', async () => {
    const mia = await service.tenant()
    const token = readToken(await createLink(mia.userId))
    const look = () => post('browser/link/look-up', { token })
    expect((await look()).body).toMatchObject({ email: mia.email, has_password: false })
    await post('password', { new_password: password }, { key: mia.key })
    expect([(await look()).status, (await look()).body.code]).toEqual([410, 'sign_in_link_invalid'])
    const next = readToken(await createLink(mia.userId))
    const seen = await post('browser/link/look-up', { token: next })
    expect([seen.status, seen.body.has_password]).toEqual([200, true])
  })

  test('is printed for the first owner until there is a password', async () => {
    const { db } = service.deps
    const [first] = await db.system<{ id: number; email: string }>`
      select id, email from users order by id limit 1`
    await db.system`update users set password_hash = null where id = ${first?.id ?? 0}`
    const printed = await linkForOwnerWithoutPassword(service.deps)
    expect(printed?.email).toBe(first?.email)
    const token = readToken(printed?.link ?? '')
    expect((await post('browser/link', { token, new_password: password })).status).toBe(200)
    expect(await linkForOwnerWithoutPassword(service.deps)).toBeUndefined()
  })
})

test('a key cannot change the name of its person', async () => {
  const mia = await service.tenant()
  const answer = await service.call('PATCH', me, { key: mia.key, body: { first_name: 'Eve' } })
  expect([answer.status, answer.body.code]).toEqual([403, 'permission_denied'])
  const { body } = await service.call('GET', me, { key: mia.key })
  expect(body).toMatchObject({ credential: 'key', workspaces: [{ id: mia.workspaceId }] })
})

test('every permission has a description', async () => {
  const mia = await service.tenant()
  const { body } = await service.call('GET', '/api/v1/auth/permissions', { key: mia.key })
  expect(body.results).toContainEqual({ name: 'boards:read', words: 'Read boards and their tasks' })
  const { body: own } = await service.call('GET', me, { key: mia.key })
  const names = body.results.map(({ name }: { name: string }) => name)
  expect(own.permissions.filter((name: string) => !names.includes(name))).toEqual([])
})
