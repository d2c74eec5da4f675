import { createAddressRules, mayReach } from '../../platform/safe-fetch/address-rules.ts'
import { FetchRefused } from '../../platform/safe-fetch/fetch-refused.ts'
import { parseRequestUrl } from '../../platform/safe-fetch/request-url.ts'
import { invalid } from '../problem.ts'

/**
 * Rejects a URL that can never be called, before it is stored. Each call checks where a host name
 * resolves to; an IP address, and a name of this machine, can be checked immediately.
 */
export function checkUrl(field: string, text: string, allowCidrs: readonly string[]): URL {
  const url = parsed(field, text)
  if (mayReach(createAddressRules({ allowCidrs }), url.hostname)) return url
  throw invalid(field, 'is in a private or reserved network; use a public address')
}

function parsed(field: string, text: string): URL {
  try {
    return parseRequestUrl(text)
  } catch (error) {
    if (error instanceof FetchRefused) throw invalid(field, error.message)
    throw error
  }
}
