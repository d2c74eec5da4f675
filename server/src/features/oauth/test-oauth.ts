import { createHash } from 'node:crypto'
import { beforeAll, expect } from 'vitest'
import { expectStatus, useService, useTenant } from '../../../test/harness.ts'
import { password, setPassword } from '../../../test/passwords.ts'

export const callback = 'http://127.0.0.1:5999/callback'
export const formType = { 'content-type': 'application/x-www-form-urlencoded' }
export const verifier = 'v'.repeat(43)
export const challenge = createHash('sha256').update(verifier).digest('base64url')

/** A service whose programs can ask a person for consent. */
export function useOAuth(service = useService()) {
  const mia = useTenant(service)

  beforeAll(async () => {
    await service.listen()
    await setPassword(service, mia)
  })

  async function post(path: string, fields: Record<string, string>) {
    const body = new URLSearchParams(fields).toString()
    return service.call('POST', path, { headers: formType, body })
  }

  async function registerClient(metadata: object = {}): Promise<string> {
    const body = { client_name: 'Helper', redirect_uris: [callback], ...metadata }
    return (await expectStatus(201, service.call('POST', '/oauth/register', { body }))).client_id
  }

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
  async function giveConsent(url: string, decision = 'allow', who = mia): Promise<URL> {
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

  async function requestCode(clientId: string, more = {}, who = mia): Promise<string> {
    const back = await giveConsent(authorizeUrl(clientId, more), 'allow', who)
    return back.searchParams.get('code') ?? ''
  }

  function exchangeCode(clientId: string, code: string, more = {}) {
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

  async function callMcp(token: string): Promise<number> {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const headers = { accept: 'application/json, text/event-stream' }
    return (await service.call('POST', '/mcp', { token, body, headers })).status
  }

  const program = { registerClient, authorizeUrl, requestCode, exchangeCode, refresh }
  return { service, mia, post, giveConsent, callMcp, ...program }
}
