import type { Deps } from '../../deps.ts'
import type { Permission } from '../../http/permissions.ts'
import { fetchClient, hasDocument } from './client-document.ts'
import { readResource, usualScopes } from './metadata.ts'
import { OAuthError } from './oauth-error.ts'
import { type ClientRow, clientById } from './queries.ts'
import { isRegistered } from './redirect-uris.ts'
import { readScopes } from './scopes.ts'

/** The access that an OAuth client asks a user for. */
export interface AuthorizationRequest {
  client: ClientRow
  redirectUri: string
  state: string | undefined
  scopes: readonly Permission[]
  resource: string
  codeChallenge: string
}

type Needs = Pick<Deps, 'db' | 'config' | 'safeFetch' | 'clock'>

/**
 * Parses and checks the request. Anyone can register a client with any redirect URI, so errors are
 * shown to the user: without consent, nobody is redirected to a URL that a stranger chose.
 */
export async function readRequest(
  deps: Needs,
  query: URLSearchParams,
): Promise<AuthorizationRequest> {
  const id = single(query, 'client_id') ?? ''
  const client = hasDocument(id)
    ? await fetchClient(deps, id)
    : await clientById(deps.db.system, id)
  if (!client)
    throw new OAuthError('invalid_client', 'The program is not registered on this server.')
  const redirectUri = single(query, 'redirect_uri') ?? onlyOne(client.redirect_uris)
  if (!redirectUri || !isRegistered(client.redirect_uris, redirectUri)) {
    throw new OAuthError('invalid_redirect_uri', 'The program did not register this redirect URI.')
  }
  const state = single(query, 'state')
  if (single(query, 'response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code.')
  }
  const codeChallenge = single(query, 'code_challenge') ?? ''
  if (single(query, 'code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge)) {
    throw new OAuthError('invalid_request', 'PKCE is required, with code_challenge_method S256.')
  }
  const scopes = readScopes(single(query, 'scope'), usualScopes)
  const resource = readResource(deps.config, single(query, 'resource'))
  return { client, redirectUri, state, scopes, resource, codeChallenge }
}

/** The client's redirect URL with the result. */
export function leadBack(
  { publicUrl }: Pick<Deps['config'], 'publicUrl'>,
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  told: Record<string, string>,
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value)
  if (state !== undefined) url.searchParams.set('state', state)
  // RFC 9207: identifies the issuer of the response.
  url.searchParams.set('iss', publicUrl)
  return url.href
}

/** Other servers could read a repeated parameter differently. */
export function single(form: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = form.getAll(name)
  if (more.length > 0) throw new OAuthError('invalid_request', `${name} must not be repeated.`)
  return value
}

function onlyOne(uris: readonly string[]): string | undefined {
  return uris.length === 1 ? uris[0] : undefined
}
