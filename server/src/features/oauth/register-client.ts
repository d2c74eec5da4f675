import type { Deps } from '../../deps.ts'
import { OAuthError } from './oauth-error.ts'
import { insertClient } from './queries.ts'
import { findMistake } from './redirect-uris.ts'

const maxUris = 10
const longestName = 100

/**
 * Registers a client as in RFC 7591. Anyone may do this: it gives no access until a user signs in
 * and consents, after seeing the client's name and redirect host.
 */
export async function registerClient(
  { db, clock, random }: Pick<Deps, 'db' | 'clock' | 'random'>,
  body: unknown,
) {
  const { redirect_uris: uris, client_name: name } = (body ?? {}) as Record<string, unknown>
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > maxUris) {
    throw new OAuthError('invalid_redirect_uri', `redirect_uris must contain 1 to ${maxUris} URLs.`)
  }
  for (const uri of uris) {
    const mistake = findMistake(uri)
    if (mistake) throw new OAuthError('invalid_redirect_uri', mistake)
  }
  if (name !== undefined && typeof name !== 'string') {
    throw new OAuthError('invalid_client_metadata', 'client_name must be a string.')
  }
  const client = {
    id: `atc_${random.secret(18)}`,
    name: name?.trim().slice(0, longestName) || 'Unnamed program',
    redirect_uris: uris as string[],
    created_at: clock(),
  }
  await insertClient(db.system, client)
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.created_at.getTime() / 1000),
    client_name: client.name,
    redirect_uris: client.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}
