import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSignInLink } from '../../src/features/auth/sign-in-links.ts'
import { SignInThrottle } from '../../src/http/gate/sign-in-throttle.ts'
import { unsharedCounts } from '../../src/platform/counts/shared-counts.ts'
import { openBrowserSession } from '../browser-session.ts'
import { type Answer, expectStatus, useService } from '../harness.ts'
import { createOAuthGrant } from '../oauth-grant.ts'
import { password, passwordClient } from '../passwords.ts'
import { sample, seed } from '../soak.ts'

/** Passwords can't be guessed, nobody is redirected to other sites, ended sessions stay ended. */
const service = useService()
const { createTenantWithPassword, logIn } = passwordClient(service)
const me = '/api/v1/auth/me'
let baseUrl: string

beforeAll(async () => {
  baseUrl = await service.listen()
})
// Starts a new window of the rate limits.
beforeEach(() => service.advance(301))

const post = (path: string, body: unknown, options = {}): Promise<Answer> =>
  service.call('POST', path, { body, ...options })

const isSignedIn = async (token: string) =>
  (await service.call('GET', me, { token })).status === 200

describe('wrong passwords', () => {
  test('are counted together across all sign-in routes', async () => {
    const mia = await createTenantWithPassword()
    const { body: login } = await logIn(mia.email)
    const other = await service.tenant()
    const { body: invitation } = await post(
      '/api/v1/workspaces/invitations',
      { email: mia.email },
      { key: other.key },
    )
    const attempts = [
      (wrong: string) => logIn(mia.email, wrong),
      (wrong: string) => post('/api/v1/auth/browser', { email: mia.email, password: wrong }),
      (wrong: string) =>
        post(
          '/api/v1/auth/password',
          { current_password: wrong, new_password: 'another long one' },
          { token: login.access_token },
        ),
      (wrong: string) =>
        post('/api/v1/workspaces/invitations/accept', {
          token: invitation.token,
          password: wrong,
        }),
    ]
    const statuses: number[] = []
    for (let at = 0; at < 20; at++) {
      const way = attempts[at % attempts.length] as (wrong: string) => Promise<Answer>
      statuses.push((await way(`wrong password ${at}`)).status)
    }
    expect(statuses).not.toContain(429)
    expect(statuses.filter((status) => status < 400)).toEqual([])
    for (const way of attempts) expect((await way(password)).status).toBe(429)
    service.advance(301)
    expect((await logIn(mia.email)).status).toBe(200)
  })

  test('in concurrent requests are counted too', async () => {
    const mia = await createTenantWithPassword()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => logIn(mia.email, `wrong password ${at}`)),
    )
    const tried = answers.filter(({ status }) => status === 401)
    expect(tried).toHaveLength(20)
  })

  test('for other people lock nobody out, and correct ones are not counted', async () => {
    const mia = await createTenantWithPassword()
    for (let at = 0; at < 21; at++) await logIn(`${at}@example.com`, 'wrong password')
    for (let at = 0; at < 21; at++) expect((await logIn(mia.email)).status).toBe(200)
  })

  test('from strangers do not lock a person out where they have signed in before', async () => {
    const throttle = new SignInThrottle({ clock: () => new Date(0), counts: unsharedCounts() })
    const wrong = () => Promise.reject(new Error('wrong'))
    const tries = async (account: string, from: string, isKnown: boolean, check = wrong) =>
      throttle
        .attempt({ account, address: from, isKnown: async () => isKnown }, check as never)
        .then(
          () => 'in',
          (error: { status?: number }) => error.status ?? 'wrong',
        )
    // Many IP addresses against one account, and many accounts from one IP address.
    for (let at = 0; at < 100; at++) await tries('mia@example.com', `198.51.100.${at}`, false)
    for (let at = 0; at < 300; at++) await tries(`${at}@example.com`, '203.0.113.7', false)
    const right = () => Promise.resolve()
    expect(await tries('mia@example.com', '192.0.2.1', false, right as never)).toBe(429)
    expect(await tries('new@example.com', '203.0.113.7', false, right as never)).toBe(429)
    expect(await tries('mia@example.com', '203.0.113.7', true, right as never)).toBe('in')
    // Even there, the pair has its limit.
    const seen = []
    for (let at = 0; at < 25; at++) seen.push(await tries('mia@example.com', '203.0.113.7', true))
    expect(seen.slice(20)).toEqual(Array(5).fill(429))
  })
})

describe('a cookie created from a token', () => {
  const readCookie = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] as string
  const cookieWorks = async (cookie: string) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    return (await service.call('GET', me, { headers })).status === 200
  }
  const readMaxAge = ({ headers }: Answer) =>
    Number(/Max-Age=(\d+)/.exec(String(headers['set-cookie']))?.[1])

  test('lives no longer than the access token, and ends when its session does', async () => {
    const mia = await createTenantWithPassword()
    const { body } = await logIn(mia.email)
    const opened = await post('/api/v1/auth/browser', { access_token: body.access_token })
    expect(readMaxAge(opened)).toBeLessThanOrEqual(3600)
    expect(await cookieWorks(readCookie(opened))).toBe(true)
    await post('/api/v1/auth/logout', undefined, { token: body.access_token })
    expect(await cookieWorks(readCookie(opened))).toBe(false)

    const { body: next } = await logIn(mia.email)
    const again = await post('/api/v1/auth/browser', { access_token: next.access_token })
    const fromCookie = readCookie(again).split('=')[1]
    const chained = await post('/api/v1/auth/browser', { access_token: fromCookie })
    expect([chained.status, chained.body.code]).toEqual([401, 'wrong_login'])
    service.advance(3601)
    expect(await cookieWorks(readCookie(again))).toBe(false)
  })

  test('replaces the tokens when it is created from a refresh token', async () => {
    const mia = await createTenantWithPassword()
    const { body } = await logIn(mia.email)
    service.advance(86_400)
    const opened = await post('/api/v1/auth/browser', { refresh_token: body.refresh_token })
    expect([opened.status, readMaxAge(opened)]).toEqual([200, expect.any(Number)])
    expect(readMaxAge(opened)).toBeLessThanOrEqual(29 * 86_400)
    expect(await cookieWorks(readCookie(opened))).toBe(true)
    // Using a copy of the token ends the session.
    const copy = await post('/api/v1/auth/refresh', { refresh_token: body.refresh_token })
    expect([copy.status, copy.body.code]).toEqual([401, 'refresh_token_invalid'])
    expect(await cookieWorks(readCookie(opened))).toBe(false)
  })
})

describe('a new password', () => {
  test('ends every other session, program and link; a reset ends all of them', async () => {
    const mia = await createTenantWithPassword()
    const own = (await logIn(mia.email)).body.access_token
    const other = (await logIn(mia.email)).body
    const browser = await openBrowserSession(service, mia)
    const program = await createOAuthGrant(service, mia)
    const answer = await post(
      '/api/v1/auth/password',
      { current_password: password, new_password: 'another long one' },
      { token: own },
    )
    expect(answer.status).toBe(204)
    expect(await isSignedIn(own)).toBe(true)
    for (const token of [other.access_token, program.token])
      expect(await isSignedIn(token)).toBe(false)
    expect((await service.call('GET', me, browser)).status).toBe(401)
    await expectStatus(401, post('/api/v1/auth/refresh', { refresh_token: other.refresh_token }))

    const next = await createOAuthGrant(service, mia)
    const link = await service.deps.db.transaction('system', (tx) =>
      createSignInLink(service.deps, tx, mia.userId),
    )
    const token = link.split('#')[1]
    await expectStatus(200, post('/api/v1/auth/browser/link', { token, new_password: password }))
    for (const one of [own, next.token]) expect(await isSignedIn(one)).toBe(false)
    // Keys are for agents and expire on their own.
    expect((await service.call('GET', me, { key: mia.key })).status).toBe(200)
  })
})

describe('a program that anyone can register', () => {
  const callback = 'https://evil.example/callback'
  const verifier = 'v'.repeat(43)
  const good = (client_id: string) => ({
    response_type: 'code',
    client_id,
    redirect_uri: callback,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'x',
  })
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const register = async () =>
    (await post('/oauth/register', { client_name: 'Evil', redirect_uris: [callback] })).body
      .client_id as string

  test('gets no redirect before the person agrees, whatever it asks for', async () => {
    const client = await register()
    const names = Object.keys(good(client)).filter((name) => name !== 'client_id')
    const search = fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...names, 'scope', 'resource', 'prompt'), fc.string(), {
        minKeys: 1,
        maxKeys: 4,
      }),
      fc.boolean(),
      async (changes, isPost) => {
        const url = `/oauth/authorize?${new URLSearchParams({ ...good(client), ...changes })}`
        const { status, headers } = isPost
          ? await post(url, 'email=a%40b.c&password=x', form)
          : await service.call('GET', url)
        expect([200, 400, 401, 429]).toContain(status)
        expect(headers.location).toBeUndefined()
      },
    )
    await fc.assert(search, { seed, numRuns: sample(40, 2000) })
  })

  test('cannot use a sign-in from before a new password', async () => {
    const mia = await createTenantWithPassword()
    const url = `/oauth/authorize?${new URLSearchParams(good(await register()))}`
    const fields = new URLSearchParams({ email: mia.email, password })
    const consent = await post(url, String(fields), form)
    const signed_in = /name="signed_in" value="([^"]+)"/.exec(consent.text)?.[1] ?? ''
    expect(signed_in).not.toBe('')
    const allow = () => {
      const workspace = String(mia.workspaceId)
      return post(
        url,
        String(new URLSearchParams({ signed_in, workspace, decision: 'allow' })),
        form,
      )
    }
    const code = new URL((await allow()).headers.location as string).searchParams.get('code') ?? ''
    await post(
      '/api/v1/auth/password',
      { current_password: password, new_password: 'another long one' },
      { key: mia.key },
    )
    const late = await allow()
    expect([late.status, late.headers.location]).toEqual([401, undefined])
    const { client_id } = Object.fromEntries(new URL(url, baseUrl).searchParams)
    const exchanged = await post(
      '/oauth/token',
      String(
        new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: client_id as string,
          code,
          redirect_uri: callback,
          code_verifier: verifier,
        }),
      ),
      form,
    )
    expect(exchanged.body.error).toBe('invalid_grant')
  })
})
