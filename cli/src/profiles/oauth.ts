import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { ConnectionError } from '@atelier/sdk/src/errors.ts'
import { CommandError, NotReady, notSignedIn } from '../errors.ts'
import { exitCode } from '../exit-codes.ts'
import type { Session } from './store.ts'

/** OAuth 2.1 for a program on a person's machine: RFC 8414, 7591, 7636, 8252, 9207, 7009. */

const patienceMs = 15_000

export interface AuthorizationServer {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  registration_endpoint: string
  revocation_endpoint?: string
  scopes_supported?: string[]
}

export async function discover(url: string): Promise<AuthorizationServer> {
  const response = await send(url, `${url}/.well-known/oauth-authorization-server`)
  const found = (await readJson(response)) as Partial<AuthorizationServer>
  if (!response.ok || typeof found.issuer !== 'string')
    throw new NotReady(`There is no Atelier at ${url}.`)
  // A server that reports another URL could redirect the sign-in there.
  if (found.issuer.replace(/\/+$/, '') !== url) {
    throw new NotReady(
      `The server at ${url} uses the URL ${found.issuer}. Sign in there: ` +
        `atelier login --url ${found.issuer}`,
    )
  }
  return found as AuthorizationServer
}

export async function register(server: AuthorizationServer, redirectUri: string): Promise<string> {
  const body = JSON.stringify({
    client_name: `atelier on ${hostname()}`,
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
  })
  const headers = { 'content-type': 'application/json' }
  const response = await send(server.issuer, server.registration_endpoint, { body, headers })
  const { client_id } = await readAnswer(response)
  return client_id as string
}

export function newSecrets() {
  const verifier = randomBytes(32).toString('base64url')
  return {
    verifier,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
    state: randomBytes(16).toString('base64url'),
  }
}

export async function exchange(
  server: AuthorizationServer,
  fields: { client_id: string; code: string; redirect_uri: string; code_verifier: string },
): Promise<Session> {
  const form = { grant_type: 'authorization_code', resource: server.issuer, ...fields }
  const tokens = await readAnswer(await post(server.token_endpoint, form))
  const { client_id } = fields
  const { token_endpoint, revocation_endpoint } = server
  return {
    client_id,
    token_endpoint,
    ...(revocation_endpoint && { revocation_endpoint }),
    ...read(tokens),
  }
}

/** Exchanges tokens for new ones; the old ones stop working. */
export async function refresh(session: Session): Promise<Session> {
  const { client_id, refresh_token, token_endpoint } = session
  const form = { grant_type: 'refresh_token', client_id, refresh_token }
  const response = await post(token_endpoint, form)
  if (response.status === 400 || response.status === 401) {
    throw notSignedIn('Your session has expired. Sign in again with: atelier login')
  }
  return { ...session, ...read(await readAnswer(response)) }
}

/** Ends the session on the server; false if that failed. */
export async function revoke(session: Session): Promise<boolean> {
  const { client_id, refresh_token: token, revocation_endpoint } = session
  if (!revocation_endpoint) return false
  const response = await post(revocation_endpoint, { client_id, token }).catch(() => undefined)
  return response?.ok === true
}

function read(tokens: Record<string, unknown>) {
  const { access_token, refresh_token, expires_in } = tokens
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string') {
    throw new NotReady('The server returned no tokens.')
  }
  const expires_at = new Date(Date.now() + Number(expires_in ?? 3600) * 1000).toISOString()
  return { access_token, refresh_token, expires_at }
}

function post(url: string, form: Record<string, string>): Promise<Response> {
  return send(new URL(url).origin, url, { body: new URLSearchParams(form) })
}

async function send(server: string, url: string, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(patienceMs)
  try {
    return await fetch(url, { ...init, signal, ...(init.body && { method: 'POST' }) })
  } catch (error) {
    throw new ConnectionError(`oauth: no answer from ${server}`, { cause: error })
  }
}

async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  const answer = await readJson(response)
  if (response.ok) return answer
  const { error = 'failed', error_description = `status ${response.status}` } = answer
  throw new CommandError(String(error), exitCode.refused, `Signing in failed: ${error_description}`)
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  const answer: unknown = await response.json().catch(() => undefined)
  return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
}
