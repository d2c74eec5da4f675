import type { Network } from '../../../channels/social/network.ts'
import { createSigner } from '../../../channels/social/webhook.ts'
import { checkUrl } from '../../../http/body/check-url.ts'
import { invalid } from '../../../http/problem.ts'
import type { UpdateAccountBody } from './account-schemas.ts'

type Field = Exclude<keyof UpdateAccountBody, 'name' | 'is_active'>

/** The settings of each network; the first is the URL. */
const fieldsOf: Record<Network, readonly [Field, ...Field[]]> = {
  mastodon: ['base_url', 'access_token'],
  bluesky: ['service_url', 'handle', 'app_password'],
  webhook: ['url', 'secret'],
}

export interface AccountSettings {
  address: string
  credentials: Record<string, string>
}

/**
 * Combines the URL and credentials from the request with stored ones. A new URL does not get the
 * old secrets, because they were not meant for it.
 */
export function readSettings(
  network: Network,
  given: UpdateAccountBody,
  allowCidrs: readonly string[],
  kept?: AccountSettings,
): AccountSettings {
  refuseOthers(network, given)
  const [addressField, ...credentialFields] = fieldsOf[network]
  const address = chooseAddress(network, given, allowCidrs, kept)
  const isSamePlace = kept !== undefined && kept.address === address
  const credentials = Object.fromEntries(
    credentialFields.map((field) => {
      const value = given[field] ?? (isSamePlace ? kept.credentials[field] : undefined)
      if (value === undefined) throw missing(field, network, kept && addressField)
      return [field, field === 'handle' ? value.replace(/^@/, '') : value]
    }),
  )
  if (credentials.secret !== undefined) checkSecret(credentials.secret)
  return { address, credentials }
}

function refuseOthers(network: Network, given: UpdateAccountBody): void {
  const own: readonly string[] = fieldsOf[network]
  const fields = Object.values(fieldsOf).flat()
  const foreign = fields.find((field) => given[field] !== undefined && !own.includes(field))
  if (foreign)
    throw invalid(foreign, `is not a setting of ${network}, which takes ${own.join(', ')}`)
}

function chooseAddress(
  network: Network,
  given: UpdateAccountBody,
  allowCidrs: readonly string[],
  kept?: AccountSettings,
): string {
  const [field] = fieldsOf[network]
  const usual = network === 'bluesky' ? 'https://bsky.social' : undefined
  const said = given[field]
  if (said === undefined) {
    const known = kept?.address ?? usual
    if (known === undefined) throw missing(field, network)
    return known
  }
  const url = checkUrl(field, said, allowCidrs)
  if (network === 'webhook') return url.href
  // Only the origin of a server counts: people paste page URLs.
  return url.origin
}

function checkSecret(secret: string): void {
  try {
    createSigner(secret)
  } catch {
    throw invalid('secret', 'begins with whsec_, so the rest must be base64')
  }
}

function missing(field: Field, network: Network, changed?: Field) {
  const why = changed
    ? `is required again when you change ${changed}`
    : `is required for ${network}`
  return invalid(field, why)
}
