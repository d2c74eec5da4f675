import { createHmac, timingSafeEqual } from 'node:crypto'
import { isKey } from './keys.ts'

/** Exactly what a signed URL allows its holder to do. */
export type FileGrant = DownloadGrant | UploadGrant

export interface DownloadGrant {
  method: 'GET'
  key: string
  expiresAt: Date
  /** The content type to serve; storage keeps only bytes. */
  contentType: string
  disposition: 'inline' | 'attachment'
  fileName: string
}

export interface UploadGrant {
  method: 'PUT'
  key: string
  expiresAt: Date
  contentType: string
  maxBytes: number
}

export type Verdict =
  | { ok: true; grant: FileGrant }
  | { ok: false; reason: 'malformed' | 'wrong_signature' | 'expired' }

const path = '/files/'

/** An empty secret, left over from a rotation, would let anyone sign. */
const shortestSecret = 24

/** Returns a path with a query, to append to the service's public URL. */
export function signFileUrl(secret: string, grant: FileGrant): string {
  const query = new URLSearchParams(listParameters(grant))
  query.set('signature', sign(secret, grant))
  return `${path}${grant.key}?${query}`
}

/**
 * Verifies a signed URL for the method it is used with. Any of the secrets may have signed it, so
 * that a new one can be put in front of the old one. HEAD is allowed wherever GET is.
 */
export function verifyFileUrl(
  secrets: readonly string[],
  method: string,
  url: string,
  now: Date,
): Verdict {
  const read = readGrant(method === 'HEAD' ? 'GET' : method, url)
  if (!read) return { ok: false, reason: 'malformed' }
  const { grant, signature } = read
  // Tries every secret, so the timing does not reveal which one matched.
  const matches = secrets.filter((secret) => isSame(signature, sign(secret, grant)))
  if (matches.length === 0) return { ok: false, reason: 'wrong_signature' }
  if (grant.expiresAt <= now) return { ok: false, reason: 'expired' }
  return { ok: true, grant }
}

/** The signature covers the whole grant as JSON, so no two grants have the same signature. */
function sign(secret: string, grant: FileGrant): string {
  if (secret.length < shortestSecret) throw new Error('The secret for signed URLs is too short')
  const signed = JSON.stringify(['atelier-file-1', grant.method, grant.key, listParameters(grant)])
  return createHmac('sha256', secret).update(signed).digest('base64url')
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function listParameters(grant: FileGrant): Record<string, string> {
  const expires = String(Math.floor(grant.expiresAt.getTime() / 1000))
  const common = { expires, type: grant.contentType }
  return grant.method === 'GET'
    ? { ...common, disposition: grant.disposition, filename: grant.fileName.toWellFormed() }
    : { ...common, max_bytes: String(grant.maxBytes) }
}

function readGrant(method: string, url: string) {
  const mark = url.indexOf('?')
  const key = url.slice(path.length, mark)
  if (mark < 0 || !url.startsWith(path) || !isKey(key)) return undefined
  const query = new URLSearchParams(url.slice(mark + 1))
  // If a name occurs twice, two parsers might pick different values.
  const one = (name: string) => (query.getAll(name).length === 1 ? query.get(name) : null)
  const expires = wholeNumber(one('expires'))
  const contentType = one('type')
  const signature = one('signature')
  if (expires === undefined || contentType === null || signature === null) return undefined
  const common = { key, expiresAt: new Date(expires * 1000), contentType }
  const grant = method === 'PUT' ? uploadGrant(common, one) : downloadGrant(method, common, one)
  return grant && { grant, signature }
}

type GrantBase = Omit<UploadGrant, 'method' | 'maxBytes'>
type ReadParam = (name: string) => string | null

function uploadGrant(common: GrantBase, one: ReadParam): UploadGrant | undefined {
  const maxBytes = wholeNumber(one('max_bytes'))
  return maxBytes === undefined ? undefined : { method: 'PUT', ...common, maxBytes }
}

function downloadGrant(
  method: string,
  common: GrantBase,
  one: ReadParam,
): DownloadGrant | undefined {
  const disposition = one('disposition')
  const fileName = one('filename')
  if (method !== 'GET' || fileName === null) return undefined
  if (disposition !== 'inline' && disposition !== 'attachment') return undefined
  return { method, ...common, disposition, fileName }
}

/** Accepts only our own format: no sign, no leading zero, nothing too large for a date. */
function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^(0|[1-9]\d{0,11})$/.test(text) ? Number(text) : undefined
}
