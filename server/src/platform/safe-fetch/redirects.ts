import type { Readable } from 'node:stream'
import { FetchRefused } from './fetch-refused.ts'
import { parseRequestUrl } from './request-url.ts'

/** One request of a chain; a redirect creates the next one. */
export interface Hop {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | Readable | undefined
}

const redirectStatuses = [301, 302, 303, 307, 308]

/** Safe to send to another site. Any other header may be a credential under a custom name. */
const publicHeaders = ['accept', 'accept-encoding', 'accept-language', 'user-agent']

export function isRedirect(status: number, location: string | undefined): location is string {
  return redirectStatuses.includes(status) && location !== undefined
}

/** The request that a redirect asks for, like in browsers but more careful. */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = parseRequestUrl(location, hop.url)
  const crossesOrigin = url.origin !== hop.url.origin
  const headers = crossesOrigin ? only(hop.headers, publicHeaders) : hop.headers
  if (becomesGet(hop.method, status)) {
    return { url, method: 'GET', headers: withoutContent(headers), body: undefined }
  }
  if (crossesOrigin && hop.body !== undefined) {
    throw new FetchRefused('bad_status', {
      status,
      message: 'The URL redirects to another site. The request body is not forwarded there.',
    })
  }
  return { url, method: hop.method, headers, body: hop.body }
}

function becomesGet(method: string, status: number): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return status === 303 || (method === 'POST' && (status === 301 || status === 302))
}

function only(headers: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))
}

function withoutContent(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith('content-')),
  )
}
