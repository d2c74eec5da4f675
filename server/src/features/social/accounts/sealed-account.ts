import type { Connection } from '../../../channels/social/network.ts'
import type { Deps } from '../../../deps.ts'
import type { SealedColumn } from '../../../platform/sealed-columns.ts'
import type { AccountRow } from './account-queries.ts'
import type { AccountSettings } from './account-settings.ts'

const table = 'social_accounts'
const purposes = { address: 'social address', credentials: 'social credentials' }
const secretFields = ['access_token', 'app_password', 'secret']
export const sealedAccountColumns: readonly SealedColumn[] = [
  // Anyone who knows the full URL of a webhook may be able to post to it.
  { table, column: 'address', purpose: purposes.address },
  ...secretFields.map((field) => ({
    ...{ table, column: 'credentials', field, purpose: purposes.credentials },
  })),
]

type Needs = Pick<Deps, 'secrets'>

export function sealAccount({ secrets }: Needs, settings: AccountSettings): AccountSettings {
  return {
    address: secrets.toStored(settings.address, purposes.address),
    credentials: mapSecrets(settings.credentials, (text) =>
      secrets.toStored(text, purposes.credentials),
    ),
  }
}

/** What it takes to reach the account. */
export function openAccountRow({ secrets }: Needs, row: AccountRow): Connection {
  return {
    network: row.network,
    address: secrets.fromStored(row.address, purposes.address),
    credentials: mapSecrets(row.credentials, (stored) =>
      secrets.fromStored(stored, purposes.credentials),
    ),
  }
}

function mapSecrets(credentials: Record<string, string>, change: (value: string) => string) {
  return Object.fromEntries(
    Object.entries(credentials).map(([field, value]) => [
      field,
      secretFields.includes(field) ? change(value) : value,
    ]),
  )
}
