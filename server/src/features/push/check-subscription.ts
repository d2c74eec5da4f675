import { ECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { invalid } from '../../http/problem.ts'
import { createAddressRules } from '../../platform/safe-fetch/address-rules.ts'
import type { SubscribeBody } from './schemas.ts'

/** Rejects input that would make encryption fail later, when no one is there to see the error. */
export function checkSubscription(
  { endpoint, keys }: SubscribeBody,
  allowCidrs: readonly string[],
): { endpoint: string; p256dh: string; auth: string } {
  const auth = decodeBytes(keys.auth)
  if (auth?.length !== 16) throw invalid('keys.auth', 'must be 16 bytes, as base64url')
  const point = decodeBytes(keys.p256dh)
  if (!point || !isPoint(point)) {
    throw invalid('keys.p256dh', 'must be a point of P-256 in 65 bytes, as base64url')
  }
  return {
    endpoint: checkedEndpoint(endpoint, allowCidrs),
    p256dh: point.toString('base64url'),
    auth: auth.toString('base64url'),
  }
}

function checkedEndpoint(endpoint: string, allowCidrs: readonly string[]): string {
  const url = URL.parse(endpoint)
  const isSafe = url?.protocol === 'https:' || (url && isAllowedLoopback(url, allowCidrs))
  if (!url || !isSafe || url.username !== '' || url.password !== '') {
    throw invalid('endpoint', 'must be the https URL that the browser returned')
  }
  return url.href
}

/** A push service on this machine, for tests; the operator must have allowed its IP address. */
function isAllowedLoopback({ protocol, hostname }: URL, allowCidrs: readonly string[]): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  const isLoopback = address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
  if (protocol !== 'http:' || !isLoopback) return false
  return createAddressRules({ allowCidrs, ownAddresses: () => [] })(address)
}

function decodeBytes(text: string): Buffer | undefined {
  return /^[\w-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : undefined
}

function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}
