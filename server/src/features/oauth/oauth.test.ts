import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { password } from '../../../test/passwords.ts'
import { sessionCookie } from '../auth/browser-cookie.ts'
import { newBrowserSession } from '../auth/sessions.ts'
import { readDocument } from './client-document.ts'
import { OAuthError } from './oauth-error.ts'
import { callback, useOAuth } from './test-oauth.ts'

const oAuth = useOAuth()
const { service, mia, post, giveConsent, registerClient, authorizeUrl } = oAuth
const { requestCode, exchangeCode, callMcp } = oAuth

let baseUrl: string

beforeAll(() => {
  baseUrl = service.deps.config.publicUrl
})

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
    const url = new URL(`${baseUrl}/mcp`)
    const make = () => new StreamableHTTPClientTransport(url, { authProvider: program })
    const first = make()
    const client = new Client({ name: 'test', version: '1' })
    await expect(client.connect(first)).rejects.toThrow(UnauthorizedError)
    expect(program.led?.searchParams.get('resource')).toBe(url.href)

    const back = await giveConsent(`${program.led?.pathname}${program.led?.search}`)
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

describe('a program that describes itself', () => {
  const id = 'https://helper.example/mcp/client.json'
  const document = { client_id: id, client_name: 'Helper', redirect_uris: [callback] }

  test('needs no registration: its client_id is the URL of its metadata', async () => {
    const { safeFetch } = service.deps
    const asked: unknown[] = []
    const fetching = async (url: unknown, { maxRedirects }: { maxRedirects?: number }) => {
      asked.push([url, maxRedirects])
      return { bytes: async () => Buffer.from(JSON.stringify(document)) }
    }
    Object.assign(service.deps, { safeFetch: { ...safeFetch, fetching } })
    const shown = await service.call('GET', authorizeUrl(id))
    expect(shown.text).toContain('Helper (helper.example)')
    const tokens = await exchangeCode(id, await requestCode(id))
    expect(await callMcp(tokens.body.access_token)).toBe(200)
    expect(asked).toEqual([[id, 0]])
    Object.assign(service.deps, { safeFetch })
  })

  test.each([
    [{ ...document, client_id: 'https://other.example/c' }],
    [{ ...document, redirect_uris: ['javascript:alert(1)'] }],
    [{ ...document, redirect_uris: [] }],
    [{ ...document, token_endpoint_auth_method: 'client_secret_post' }],
    [null],
  ])('is refused with %j', (wrong) => {
    expect(() => readDocument(id, wrong)).toThrow(OAuthError)
  })

  test.each(['https://helper.example/', 'https://a@helper.example/c', 'https://127.0.0.1/c'])(
    'is refused with the client_id %s',
    async (wrong) => {
      const { status, text } = await service.call('GET', authorizeUrl(wrong))
      expect([status, text]).toEqual([400, expect.stringContaining('invalid_client')])
    },
  )
})

describe('metadata', () => {
  test('is at the well-known URLs', async () => {
    const resource = await service.call('GET', '/.well-known/oauth-protected-resource/mcp')
    expect(resource.body).toMatchObject({
      resource: `${baseUrl}/mcp`,
      authorization_servers: [baseUrl],
    })
    expect(resource.body.scopes_supported).toContain('boards:write')
    expect(resource.body.scopes_supported).not.toContain('members:write')
    const server = await service.call('GET', '/.well-known/oauth-authorization-server')
    expect(server.body).toMatchObject({
      issuer: baseUrl,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      token_endpoint_auth_methods_supported: ['none'],
    })
    expect(server.body.scopes_supported).not.toContain('api-keys:write')
  })
})

describe('the page', () => {
  test('shows the program, its scopes and its target, with HTML escaped', async () => {
    const client = await registerClient({ client_name: '<b>Evil</b>' })
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
    const url = authorizeUrl(await registerClient())
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

  test('a person who is signed in to the console in this browser needs no password', async () => {
    const { deps } = service
    const secret = await deps.db.transaction('system', (tx) =>
      newBrowserSession(deps, tx, mia.userId),
    )
    const cookie = sessionCookie(deps.config, secret).split(';')[0] ?? ''
    const client = await registerClient()
    const shown = async (from: string, more = {}, headers: Record<string, string> = { cookie }) => {
      const url = authorizeUrl(client, more)
      const { text } = await service.call('GET', url, {
        headers: { ...headers, 'sec-fetch-site': from },
      })
      const has = (part: string) => text.includes(part)
      return { text, facts: [has('name="signed_in"'), has('name="password"'), has('href=""')] }
    }
    const consent = await shown('none')
    expect(consent.facts).toEqual([true, false, false])
    expect(consent.text).toContain(mia.email)
    // A browser hides the session from a page that another site opened; a link there shows it.
    expect((await shown('cross-site')).facts).toEqual([false, true, true])
    expect((await shown('same-origin')).facts).toEqual([true, false, false])
    expect((await shown('none', { prompt: 'login' })).facts).toEqual([false, true, false])
    expect((await shown('none', {}, {})).facts).toEqual([false, true, false])
    const signed_in = /name="signed_in" value="([^"]+)"/.exec(consent.text)?.[1] ?? ''
    const fields = { signed_in, workspace: String(mia.workspaceId), decision: 'allow' }
    const led = await post(authorizeUrl(client), fields)
    expect(new URL(led.headers.location as string).searchParams.get('code')).toMatch(/^atg_/)
  })

  test('the program learns of a denial', async () => {
    const back = await giveConsent(authorizeUrl(await registerClient()), 'deny')
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual([
      'access_denied',
      null,
    ])
  })

  test('a sign-in for one request does not count for another', async () => {
    const client = await registerClient()
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
    const { status, headers } = await service.call(
      'GET',
      authorizeUrl(await registerClient(), more),
    )
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
      authorizeUrl(await registerClient(), more),
    )
    expect([status, headers.location]).toEqual([400, undefined])
    expect(text).toContain(`<code>${error}</code>`)
  })

  test('a local program may use another port', async () => {
    const redirect_uri = 'http://127.0.0.1:7000/callback'
    const url = authorizeUrl(await registerClient(), { redirect_uri })
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
    await registerClient({
      redirect_uris: ['com.example.editor://atelier/callback', 'https://app.example/cb'],
    })
  })
})
