import { parseCidr } from './address-rules.ts'

/** Why the server calls a URL that a person provided. */
export const fetchPurposes = ['engines', 'webhooks', 'workflows', 'fetching'] as const

export type FetchPurpose = (typeof fetchPurposes)[number]

/** Ranges of the operator's own network by purpose; a plain list applies to every purpose. */
export type AllowedRanges = readonly string[] | Readonly<Record<FetchPurpose, readonly string[]>>

export function selectRanges(allowed: AllowedRanges, purpose: FetchPurpose): readonly string[] {
  return 'at' in allowed ? allowed : allowed[purpose]
}

/**
 * Parses `engines=10.0.0.0/8,webhooks=192.168.1.0/24`. Rejects a range without a purpose: it would
 * open the network to the HTTP steps and image URLs of every member, which hardly anyone intends.
 */
export function parseAllowedRanges(text: string): Record<FetchPurpose, string[]> {
  const ranges = { engines: [], webhooks: [], workflows: [], fetching: [] } as Record<
    FetchPurpose,
    string[]
  >
  for (const entry of text.split(',')) {
    const [purpose = '', cidr, ...rest] = entry.trim().split('=')
    const meant = purpose === 'all' ? fetchPurposes : fetchPurposes.filter((one) => one === purpose)
    if (cidr === undefined || rest.length > 0 || meant.length === 0) {
      throw new Error(
        `needs a purpose before each range, such as engines=${cidr ?? '10.0.0.0/8'}. Purposes: ${fetchPurposes.join(', ')}, or all`,
      )
    }
    parseCidr(cidr)
    for (const one of meant) ranges[one].push(cidr.trim())
  }
  return ranges
}
