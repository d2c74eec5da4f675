import { beforeAll, describe, expect, test } from 'vitest'
import { setPassword } from '../../../test/passwords.ts'
import { removeExpired } from '../../worker.ts'
import { callback, formType, useOAuth } from './test-oauth.ts'

const oAuth = useOAuth()
const { service, mia, post, giveConsent, callMcp, registerClient } = oAuth
const { authorizeUrl, requestCode, exchangeCode, refresh } = oAuth

let baseUrl: string

beforeAll(() => {
  baseUrl = service.deps.config.publicUrl
})

describe('a code', () => {
  let client: string
  beforeAll(async () => {
    client = await registerClient()
  })

  test('redirects back with state and issuer, and is exchanged for tokens', async () => {
    const back = await giveConsent(authorizeUrl(client, { scope: 'boards:read tasks:read' }))
    expect(back.href.startsWith(callback)).toBe(true)
    expect(back.searchParams.get('state')).toBe('mine')
    expect(back.searchParams.get('iss')).toBe(baseUrl)
    const { status, body, headers } = await exchangeCode(
      client,
      back.searchParams.get('code') ?? '',
    )
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'tasks:read boards:read',
    })
    expect(await callMcp(body.access_token)).toBe(200)
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
    const { status, body } = await exchangeCode(client, await requestCode(client), more)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  test('of another program is not exchanged, and stays valid for its own', async () => {
    const code = await requestCode(client)
    const other = await registerClient()
    expect((await exchangeCode(other, code)).body.error).toBe('invalid_grant')
    expect((await exchangeCode(client, code)).status).toBe(200)
  })

  test('that is reused ends its grant', async () => {
    const code = await requestCode(client)
    const { body } = await exchangeCode(client, code)
    expect(await callMcp(body.access_token)).toBe(200)
    expect((await exchangeCode(client, code)).body.error).toBe('invalid_grant')
    expect(await callMcp(body.access_token)).toBe(401)
    expect((await refresh(client, body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('is valid for a minute', async () => {
    const code = await requestCode(client)
    service.advance(61)
    expect((await exchangeCode(client, code)).body.error).toBe('invalid_grant')
  })

  test('for one resource is not exchanged for another', async () => {
    const code = await requestCode(client)
    const { body } = await exchangeCode(client, code, { resource: baseUrl })
    expect(body.error).toBe('invalid_target')
  })
})

describe('tokens', () => {
  async function tokens(more = {}, who = mia) {
    const client = await registerClient()
    const { body } = await exchangeCode(client, await requestCode(client, more, who))
    return { client, ...body }
  }

  test('are refreshed once each; reusing one ends the grant', async () => {
    const { client, refresh_token: first, access_token } = await tokens()
    const { body: second } = await refresh(client, first)
    expect(await callMcp(access_token)).toBe(401)
    expect(await callMcp(second.access_token)).toBe(200)
    expect((await refresh(client, first)).body.error).toBe('invalid_grant')
    expect(await callMcp(second.access_token)).toBe(401)
    expect((await refresh(client, second.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('are not refreshed for another program, nor for more scopes than granted', async () => {
    const { client, refresh_token } = await tokens({ scope: 'boards:read' })
    const other = await registerClient()
    expect((await refresh(other, refresh_token)).body.error).toBe('invalid_grant')
    const more = await refresh(client, refresh_token, { scope: 'boards:write' })
    expect(more.body.error).toBe('invalid_scope')
    const elsewhere = await refresh(client, refresh_token, { resource: baseUrl })
    expect(elsewhere.body.error).toBe('invalid_target')
    expect((await refresh(client, refresh_token)).status).toBe(200)
  })

  test('for /mcp work only there; those for the API work for both', async () => {
    const path = '/api/v1/workspaces/current'
    const { access_token: narrow } = await tokens()
    expect((await service.call('GET', path, { token: narrow })).status).toBe(401)
    const { access_token: wide } = await tokens({ resource: baseUrl })
    expect((await service.call('GET', path, { token: wide })).status).toBe(200)
    const keys = await service.call('GET', '/api/v1/api-keys', { token: wide })
    expect([keys.status, await callMcp(wide)]).toEqual([403, 200])
  })

  test('allow the granted scopes, within the person’s permissions', async () => {
    const { access_token } = await tokens({ scope: 'boards:read', resource: baseUrl })
    const board = { token: access_token, body: { title: 'x' } }
    expect((await service.call('POST', '/api/v1/pm/boards', board)).status).toBe(403)
    const read = await service.call('GET', '/api/v1/pm/boards', { token: access_token })
    expect(read.status).toBe(200)
  })

  test('end when revoked, but only by their own program', async () => {
    const { client, access_token, refresh_token } = await tokens()
    const other = await registerClient()
    await post('/oauth/revoke', { client_id: other, token: refresh_token })
    expect(await callMcp(access_token)).toBe(200)
    const revoked = await post('/oauth/revoke', { client_id: client, token: refresh_token })
    expect([revoked.status, await callMcp(access_token)]).toEqual([200, 401])
    expect((await post('/oauth/revoke', { client_id: client, token: 'x' })).status).toBe(200)
  })

  test('end when the person leaves the workspace', async () => {
    const jo = await service.colleague(mia, 'admin')
    await setPassword(service, jo)
    const { access_token } = await tokens({}, jo)
    expect(await callMcp(access_token)).toBe(200)
    const gone = await service.call('DELETE', `/api/v1/workspaces/members/${jo.userId}`, {
      key: mia.key,
    })
    expect([gone.status, await callMcp(access_token)]).toEqual([204, 401])
  })

  test('expire after a month without refresh, and are deleted', async () => {
    const { access_token } = await tokens()
    service.advance(31 * 86_400)
    expect(await callMcp(access_token)).toBe(401)
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
