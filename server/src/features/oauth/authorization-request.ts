import type { Deps } from '../../deps.ts'
import type { Permission } from '../../http/permissions.ts'
import { readResource, usualScopes } from './metadata.ts'
import { OAuthError } from './oauth-error.ts'
import { type ClientRow, clientById } from './queries.ts'
import { isRegistered } from './redirect-uris.ts'
import { readScopes } from './scopes.ts'

/** What a program asks a person for. */
export interface AuthorizationRequest {
  client: ClientRow
  redirectUri: string
  state: string | undefined
  scopes: readonly Permission[]
  resource: string
  codeChallenge: string
}

type Needs = Pick<Deps, 'db' | 'config'>

/**
 * Reads what is asked for. Anyone can register a program with any address, so a mistake is shown to
 * the person: before they have agreed to anything, nobody is sent to an address that a stranger chose.
 */
export async function readRequest(
  { db, config }: Needs,
  query: URLSearchParams,
): Promise<AuthorizationRequest> {
  const client = await clientById(db.system, single(query, 'client_id') ?? '')
  if (!client) throw new OAuthError('invalid_client', 'The program is not registered here.')
  const redirectUri = single(query, 'redirect_uri') ?? onlyOne(client.redirect_uris)
  if (!redirectUri || !isRegistered(client.redirect_uris, redirectUri)) {
    throw new OAuthError('invalid_redirect_uri', 'The program is not registered at this address.')
  }
  const state = single(query, 'state')
  if (single(query, 'response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code.')
  }
  const codeChallenge = single(query, 'code_challenge') ?? ''
  if (single(query, 'code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge)) {
    throw new OAuthError('invalid_request', 'PKCE is needed, with code_challenge_method S256.')
  }
  const scopes = readScopes(single(query, 'scope'), usualScopes)
  const resource = readResource(config, single(query, 'resource'))
  return { client, redirectUri, state, scopes, resource, codeChallenge }
}

/** Where the program lives, with what it is to know. */
export function leadBack(
  { publicUrl }: Pick<Deps['config'], 'publicUrl'>,
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  told: Record<string, string>,
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value)
  if (state !== undefined) url.searchParams.set('state', state)
  // RFC 9207: whose answer it is.
  url.searchParams.set('iss', publicUrl)
  return url.href
}

/** A parameter that comes twice could mean one thing here and another elsewhere. */
export function single(form: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = form.getAll(name)
  if (more.length > 0) throw new OAuthError('invalid_request', `${name} is there more than once.`)
  return value
}

function onlyOne(uris: readonly string[]): string | undefined {
  return uris.length === 1 ? uris[0] : undefined
}
