import type { Deps } from '../../deps.ts'
import { OAuthError } from './oauth-error.ts'
import type { ClientRow } from './queries.ts'
import { findMistake } from './redirect-uris.ts'

const maxBytes = 10_240
const timeoutMs = 5000
const keptMs = 5 * 60_000
const maxKept = 200
const maxUris = 10
const longestName = 100

/** A client whose id is the https URL of its own metadata needs no registration. */
export function hasDocument(clientId: string): boolean {
  return /^https:\/\//i.test(clientId)
}

interface CachedClient {
  client: ClientRow
  untilMs: number
}

const kept = new Map<string, CachedClient>()

/**
 * Reads the metadata of a client from its own server (client id metadata documents). The page of
 * consent needs it several times within minutes, so it is kept for five.
 */
export async function fetchClient(
  { safeFetch, clock }: Pick<Deps, 'safeFetch' | 'clock'>,
  id: string,
): Promise<ClientRow> {
  checkUrl(id)
  const nowMs = clock().getTime()
  const known = kept.get(id)
  if (known && known.untilMs > nowMs) return known.client
  const document = await safeFetch
    .fetching(id, {
      maxBytes,
      timeoutMs,
      maxRedirects: 0,
      headers: { accept: 'application/json' },
    })
    .then(async (fetched) => JSON.parse((await fetched.bytes()).toString()))
    .catch(() => {
      throw new OAuthError('invalid_client', 'The metadata of the program could not be read.')
    })
  const client = readDocument(id, document)
  kept.delete(id)
  kept.set(id, { client, untilMs: nowMs + keptMs })
  for (const oldest of [...kept.keys()].slice(0, kept.size - maxKept)) kept.delete(oldest)
  return client
}

/** The URL must have a path, and nothing that two servers could read differently. */
function checkUrl(id: string): void {
  const url = URL.canParse(id) ? new URL(id) : undefined
  const isPlain = url?.href === id && url.hash === '' && url.username === '' && url.password === ''
  if (isPlain && url.protocol === 'https:' && url.pathname !== '/' && id.length <= 500) return
  throw new OAuthError('invalid_client', 'The client_id must be a plain https URL with a path.')
}

/** Checks the document. The host is part of the name, because anyone can choose any name. */
export function readDocument(id: string, document: unknown): ClientRow {
  const { client_id, client_name, redirect_uris, token_endpoint_auth_method } = (document ??
    {}) as Record<string, unknown>
  if (client_id !== id) {
    throw new OAuthError('invalid_client', 'The metadata of the program is for another client_id.')
  }
  if (token_endpoint_auth_method !== undefined && token_endpoint_auth_method !== 'none') {
    throw new OAuthError('invalid_client', 'token_endpoint_auth_method must be none.')
  }
  const areListed = Array.isArray(redirect_uris) && redirect_uris.length > 0
  if (!areListed || redirect_uris.length > maxUris) {
    throw new OAuthError('invalid_client', `redirect_uris must contain 1 to ${maxUris} URLs.`)
  }
  const mistake = redirect_uris.map(findMistake).find((one) => one !== undefined)
  if (mistake) throw new OAuthError('invalid_client', mistake)
  const said = typeof client_name === 'string' ? client_name.trim().slice(0, longestName) : ''
  const { host } = new URL(id)
  return { id, name: said === '' ? host : `${said} (${host})`, redirect_uris }
}
