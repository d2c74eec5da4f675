import { createHash } from 'node:crypto'
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Tenant, useService } from '../../../test/harness.ts'
import { removeExpired } from '../../worker.ts'

const service = useService()
const password = 'correct horse battery'
const callback = 'http://127.0.0.1:5999/callback'
let address: string
let mia: Tenant

beforeAll(async () => {
  address = await service.app.listen({ port: 0, host: '127.0.0.1' })
  service.deps.config.publicUrl = address
  mia = await service.tenant()
  await setPassword(mia)
})

async function setPassword({ key }: Tenant): Promise<void> {
  await service.call('POST', '/api/v1/auth/password', { key, body: { new_password: password } })
}

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

async function post(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields).toString()
  return service.call('POST', path, { headers: formType, body })
}

async function register(metadata: object = {}): Promise<string> {
  const body = { client_name: 'Helper', redirect_uris: [callback], ...metadata }
  const answer = await service.call('POST', '/oauth/register', { body })
  expect(answer.status).toBe(201)
  return answer.body.client_id
}

const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

function authorizeUrl(clientId: string, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'mine',
    ...more,
  })
  return `/oauth/authorize?${query}`
}

/** Does what a user does in the browser; returns the redirect URL. */
async function agree(url: string, decision = 'allow', who = mia): Promise<URL> {
  const shown = await service.call('GET', url)
  expect([shown.status, shown.text.includes('Sign in')]).toEqual([200, true])
  const consent = await post(url, { email: who.email, password })
  expect(consent.status).toBe(200)
  const signedIn = /name="signed_in" value="([^"]+)"/.exec(consent.text)?.[1] ?? ''
  const workspace = String(who.workspaceId)
  const led = await post(url, { signed_in: signedIn, workspace, decision })
  expect(led.status).toBe(303)
  return new URL(led.headers.location as string)
}

async function codeFor(clientId: string, more = {}, who = mia): Promise<string> {
  const back = await agree(authorizeUrl(clientId, more), 'allow', who)
  return back.searchParams.get('code') ?? ''
}

function exchange(clientId: string, code: string, more = {}) {
  const fields = { client_id: clientId, code, redirect_uri: callback, code_verifier: verifier }
  return post('/oauth/token', { grant_type: 'authorization_code', ...fields, ...more })
}

function refresh(clientId: string, refresh_token: string, more = {}) {
  return post('/oauth/token', {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token,
    ...more,
  })
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const accept = { accept: 'application/json, text/event-stream' }

async function works(token: string): Promise<number> {
  const options = { token, body: list, headers: accept }
  return (await service.call('POST', '/mcp', options)).status
}

describe('the whole flow, with the protocol’s own client', () => {
  class Program implements OAuthClientProvider {
    client: { client_id: string } | undefined
    kept: OAuthTokens | undefined
    verifier = ''
    led: URL | undefined
    found: OAuthDiscoveryState | undefined
    readonly redirectUrl = callback
    readonly clientMetadata = { client_name: 'Helper', redirect_uris: [callback] }
    clientInformation() {
      return this.client
    }
    saveClientInformation(client: { client_id: string }) {
      this.client = client
    }
    tokens() {
      return this.kept
    }
    saveTokens(tokens: OAuthTokens) {
      this.kept = tokens
    }
    redirectToAuthorization(url: URL) {
      this.led = url
    }
    saveCodeVerifier(given: string) {
      this.verifier = given
    }
    codeVerifier() {
      return this.verifier
    }
    saveDiscoveryState(found: OAuthDiscoveryState) {
      this.found = found
    }
    discoveryState() {
      return this.found
    }
  }

  test('discovers, registers, gets consent and tokens, calls, and refreshes', async () => {
    const program = new Program()
    const url = new URL(`${address}/mcp`)
    const make = () => new StreamableHTTPClientTransport(url, { authProvider: program })
    const first = make()
    const client = new Client({ name: 'test', version: '1' })
    await expect(client.connect(first)).rejects.toThrow(UnauthorizedError)
    expect(program.led?.searchParams.get('resource')).toBe(url.href)

    const back = await agree(`${program.led?.pathname}${program.led?.search}`)
    await first.finishAuth(back.searchParams)
    await client.connect(make())
    const made = await client.callTool({ name: 'createBoard', arguments: { title: 'Let in' } })
    const { id } = made.structuredContent as { id: string }
    const body = { board: id, title: 'By the program' }
    const task = await client.callTool({ name: 'createBoardTask', arguments: body })
    const path = `/api/v1/pm/tasks/${(task.structuredContent as { id: string }).id}/activity`
    const activity = await service.call('GET', path, { key: mia.key })
    expect(activity.body.results[0].actor).toEqual({
      id: mia.userId,
      name: 'Helper',
      kind: 'agent',
      via: 'mcp',
    })

    const before = program.kept?.access_token
    service.advance(3601)
    await client.callTool({ name: 'listTasks' })
    expect(program.kept?.access_token).not.toBe(before)
    await client.close()
  })
})

describe('metadata', () => {
  test('is at the well-known URLs', async () => {
    const resource = await service.call('GET', '/.well-known/oauth-protected-resource/mcp')
    expect(resource.body).toMatchObject({
      resource: `${address}/mcp`,
      authorization_servers: [address],
    })
    expect(resource.body.scopes_supported).toContain('boards:write')
    expect(resource.body.scopes_supported).not.toContain('members:write')
    const server = await service.call('GET', '/.well-known/oauth-authorization-server')
    expect(server.body).toMatchObject({
      issuer: address,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    })
    expect(server.body.scopes_supported).not.toContain('api-keys:write')
  })
})

describe('a code', () => {
  let client: string
  beforeAll(async () => {
    client = await register()
  })

  test('redirects back with state and issuer, and is exchanged for tokens', async () => {
    const back = await agree(authorizeUrl(client, { scope: 'boards:read tasks:read' }))
    expect(back.href.startsWith(callback)).toBe(true)
    expect(back.searchParams.get('state')).toBe('mine')
    expect(back.searchParams.get('iss')).toBe(address)
    const { status, body, headers } = await exchange(client, back.searchParams.get('code') ?? '')
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'tasks:read boards:read',
    })
    expect(await works(body.access_token)).toBe(200)
    const kept = await service.deps.db.system<{ row: string }>`
      select row_to_json(g)::text as row from oauth_grants g
      union all select row_to_json(r)::text from oauth_refresh_tokens r
      union all select row_to_json(c)::text from oauth_codes c`
    expect(JSON.stringify(kept)).not.toContain(body.access_token)
    expect(JSON.stringify(kept)).not.toContain(body.refresh_token)
  })

  test.each([
    ['a wrong verifier', { code_verifier: 'w'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['another redirect_uri', { redirect_uri: 'http://127.0.0.1:6000/callback' }],
  ])('is not exchanged with %s', async (_, more) => {
    const { status, body } = await exchange(client, await codeFor(client), more)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  test('of another program is not exchanged, and stays valid for its own', async () => {
    const code = await codeFor(client)
    const other = await register()
    expect((await exchange(other, code)).body.error).toBe('invalid_grant')
    expect((await exchange(client, code)).status).toBe(200)
  })

  test('that is reused ends its grant', async () => {
    const code = await codeFor(client)
    const { body } = await exchange(client, code)
    expect(await works(body.access_token)).toBe(200)
    expect((await exchange(client, code)).body.error).toBe('invalid_grant')
    expect(await works(body.access_token)).toBe(401)
    expect((await refresh(client, body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('is valid for a minute', async () => {
    const code = await codeFor(client)
    service.advance(61)
    expect((await exchange(client, code)).body.error).toBe('invalid_grant')
  })

  test('for one resource is not exchanged for another', async () => {
    const code = await codeFor(client)
    const { body } = await exchange(client, code, { resource: address })
    expect(body.error).toBe('invalid_target')
  })
})

describe('tokens', () => {
  async function tokens(more = {}, who = mia) {
    const client = await register()
    const { body } = await exchange(client, await codeFor(client, more, who))
    return { client, ...body }
  }

  test('are refreshed once each; reusing one ends the grant', async () => {
    const { client, refresh_token: first, access_token } = await tokens()
    const { body: second } = await refresh(client, first)
    expect(await works(access_token)).toBe(401)
    expect(await works(second.access_token)).toBe(200)
    expect((await refresh(client, first)).body.error).toBe('invalid_grant')
    expect(await works(second.access_token)).toBe(401)
    expect((await refresh(client, second.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('are not refreshed for another program, nor for more scopes than granted', async () => {
    const { client, refresh_token } = await tokens({ scope: 'boards:read' })
    const other = await register()
    expect((await refresh(other, refresh_token)).body.error).toBe('invalid_grant')
    const more = await refresh(client, refresh_token, { scope: 'boards:write' })
    expect(more.body.error).toBe('invalid_scope')
    const elsewhere = await refresh(client, refresh_token, { resource: address })
    expect(elsewhere.body.error).toBe('invalid_target')
    expect((await refresh(client, refresh_token)).status).toBe(200)
  })

  test('for /mcp work only there; those for the API work for both', async () => {
    const path = '/api/v1/workspaces/current'
    const { access_token: narrow } = await tokens()
    expect((await service.call('GET', path, { token: narrow })).status).toBe(401)
    const { access_token: wide } = await tokens({ resource: address })
    expect((await service.call('GET', path, { token: wide })).status).toBe(200)
    const keys = await service.call('GET', '/api/v1/api-keys', { token: wide })
    expect([keys.status, await works(wide)]).toEqual([403, 200])
  })

  test('allow the granted scopes, within the person’s permissions', async () => {
    const { access_token } = await tokens({ scope: 'boards:read', resource: address })
    const board = { token: access_token, body: { title: 'x' } }
    expect((await service.call('POST', '/api/v1/pm/boards', board)).status).toBe(403)
    const read = await service.call('GET', '/api/v1/pm/boards', { token: access_token })
    expect(read.status).toBe(200)
  })

  test('end when revoked, but only by their own program', async () => {
    const { client, access_token, refresh_token } = await tokens()
    const other = await register()
    await post('/oauth/revoke', { client_id: other, token: refresh_token })
    expect(await works(access_token)).toBe(200)
    const revoked = await post('/oauth/revoke', { client_id: client, token: refresh_token })
    expect([revoked.status, await works(access_token)]).toEqual([200, 401])
    expect((await post('/oauth/revoke', { client_id: client, token: 'x' })).status).toBe(200)
  })

  test('end when the person leaves the workspace', async () => {
    const jo = await service.colleague(mia, 'admin')
    await setPassword(jo)
    const { access_token } = await tokens({}, jo)
    expect(await works(access_token)).toBe(200)
    const gone = await service.call('DELETE', `/api/v1/workspaces/members/${jo.userId}`, {
      key: mia.key,
    })
    expect([gone.status, await works(access_token)]).toEqual([204, 401])
  })

  test('expire after a month without refresh, and are deleted', async () => {
    const { access_token } = await tokens()
    service.advance(31 * 86_400)
    expect(await works(access_token)).toBe(401)
    await removeExpired(service.deps)
    const [left] = await service.deps.db.system<{ count: number }>`
      select count(*) from oauth_clients`
    expect(left?.count).toBe(0)
  })

  test('other grant types are rejected', async () => {
    const { status, body } = await post('/oauth/token', { grant_type: 'password' })
    expect([status, body.error]).toEqual([400, 'unsupported_grant_type'])
    const twice = await service.call('POST', '/oauth/token', {
      headers: formType,
      body: 'grant_type=refresh_token&grant_type=password',
    })
    expect(twice.body.error).toBe('invalid_request')
  })
})

describe('the page', () => {
  test('shows the program, its scopes and its target, with HTML escaped', async () => {
    const client = await register({ client_name: '<b>Evil</b>' })
    const url = authorizeUrl(client, { scope: 'boards:write' })
    const shown = await service.call('GET', url)
    expect(shown.text).toContain('&lt;b&gt;Evil')
    expect(shown.headers['content-security-policy']).toContain(
      "form-action 'self' http://127.0.0.1:5999;",
    )
    const consent = await post(url, { email: mia.email, password })
    expect(consent.text).toContain('Change boards and their tasks')
    expect(consent.text).toContain('127.0.0.1:5999')
  })

  test('a wrong password gets an error, and too many a 429', async () => {
    const url = authorizeUrl(await register())
    const email = 'nobody@example.com'
    const wrong = await post(url, { email, password })
    expect([wrong.status, wrong.text.includes('role="alert"')]).toEqual([401, true])
    let last = wrong.status
    for (let at = 0; at < 25 && last === 401; at++) {
      last = (await post(url, { email, password })).status
    }
    expect(last).toBe(429)
    service.advance(301)
  })

  test('the program learns of a denial', async () => {
    const back = await agree(authorizeUrl(await register()), 'deny')
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual([
      'access_denied',
      null,
    ])
  })

  test('a sign-in for one request does not count for another', async () => {
    const client = await register()
    const consent = await post(authorizeUrl(client), { email: mia.email, password })
    const signed_in = /name="signed_in" value="([^"]+)"/.exec(consent.text)?.[1] ?? ''
    const workspace = String(mia.workspaceId)
    const fields = { signed_in, workspace, decision: 'allow' }
    const other = await post(authorizeUrl(client, { scope: 'boards:write' }), fields)
    expect([other.status, other.headers.location]).toEqual([401, undefined])
    const jo = await service.tenant()
    const foreign = { ...fields, workspace: String(jo.workspaceId) }
    expect((await post(authorizeUrl(client), foreign)).headers.location).toBeUndefined()
    service.advance(601)
    expect((await post(authorizeUrl(client), fields)).status).toBe(401)
  })

  test.each([
    [{ redirect_uri: 'https://evil.example/' }],
    [{ redirect_uri: `${callback}/more` }],
    [{ client_id: 'atc_unknown' }],
  ])('%j is shown to the person without a redirect', async (more) => {
    const { status, headers } = await service.call('GET', authorizeUrl(await register(), more))
    expect([status, headers.location]).toEqual([400, undefined])
  })

  test.each([
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'everything' }, 'invalid_scope'],
    [{ scope: 'api-keys:write' }, 'invalid_scope'],
    [{ resource: 'https://elsewhere.example' }, 'invalid_target'],
  ])('%j is shown with its code, without a redirect', async (more, error) => {
    const { status, headers, text } = await service.call(
      'GET',
      authorizeUrl(await register(), more),
    )
    expect([status, headers.location]).toEqual([400, undefined])
    expect(text).toContain(`<code>${error}</code>`)
  })

  test('a local program may use another port', async () => {
    const redirect_uri = 'http://127.0.0.1:7000/callback'
    const url = authorizeUrl(await register(), { redirect_uri })
    expect((await service.call('GET', url)).status).toBe(200)
  })
})

describe('registering', () => {
  test.each([
    [{ redirect_uris: [] }],
    [{ redirect_uris: ['http://example.com/'] }],
    [{ redirect_uris: ['javascript:alert(1)'] }],
    [{ redirect_uris: ['https://example.com/#x'] }],
    [{ redirect_uris: ['nonsense'] }],
    [{ redirect_uris: [callback], client_name: 5 }],
    [[]],
  ])('%j is refused', async (body) => {
    const answer = await service.call('POST', '/oauth/register', { body })
    expect([answer.status, typeof answer.body.error]).toEqual([400, 'string'])
  })

  test('a program may use its own URL scheme', async () => {
    await register({ redirect_uris: ['cursor://atelier/callback', 'https://app.example/cb'] })
  })
})
