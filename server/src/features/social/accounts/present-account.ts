import type { Connection } from '../../../channels/social/network.ts'
import type { Deps } from '../../../deps.ts'
import type { AccountRow } from './account-queries.ts'
import type { Account } from './account-schemas.ts'
import { openAccountRow } from './sealed-account.ts'

/** Credentials are stored and never shown again, except for a short hint to recognize them. */
export function presentAccount(deps: Pick<Deps, 'secrets'>, row: AccountRow): Account {
  const connection = openAccountRow(deps, row)
  const { id, name, network, identity, limits, is_active } = row
  return {
    id,
    name,
    type: network === 'webhook' ? 'webhook' : 'profile',
    network,
    handle: identity?.handle ?? null,
    url: identity?.url ?? null,
    address_hint: addressHint(connection),
    credential_hint: credentialHint(connection),
    is_active,
    max_characters: limits.message,
    max_media: limits.media,
    verified_at: row.verified_at,
    last_error: row.last_error,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Anyone who knows the full URL of a webhook may be able to post to it. */
function addressHint({ network, address }: Connection): string {
  if (network !== 'webhook') return address
  const { origin, pathname, search } = new URL(address)
  const rest = `${pathname}${search}`
  return rest.length > 12 ? `${origin}/…${rest.slice(-4)}` : `${origin}/…`
}

function credentialHint({ credentials }: Connection): string {
  const secret = credentials.access_token ?? credentials.app_password ?? credentials.secret ?? ''
  return secret.length >= 12 ? `…${secret.slice(-4)}` : '…'
}

/** Everyone in the workspace may read events, so they contain nothing that grants access. */
export function accountInEvents({ network, name, identity, is_active }: AccountRow) {
  return { network, name, handle: identity?.handle ?? null, is_active }
}
