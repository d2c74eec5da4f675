/** The result of a `Range` header: the whole file, one part (both ends included), or an error. */
export type ByteRange =
  | { kind: 'whole' }
  | { kind: 'part'; start: number; end: number; contentRange: string }
  | { kind: 'unsatisfiable'; contentRange: string }

const whole: ByteRange = { kind: 'whole' }

/**
 * Parses `Range: bytes=…` (RFC 9110, 14.2). Ignores a header that is malformed, uses another unit
 * or asks for several parts, as the RFC allows: the client then gets the whole file. An empty file
 * is always sent whole, because some clients always request `bytes=0-`.
 */
export function parseRange(header: string | undefined, totalBytes: number): ByteRange {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '')
  if (!match || totalBytes === 0) return whole
  const [, first = '', last = ''] = match
  if (first === '') return suffix(last, totalBytes)
  const start = Number(first)
  if (last !== '' && Number(last) < start) return whole
  if (start >= totalBytes) return unsatisfiable(totalBytes)
  return part(start, last === '' ? totalBytes - 1 : Number(last), totalBytes)
}

/** `bytes=-500` means the last 500 bytes, or the whole file if it is shorter. */
function suffix(length: string, totalBytes: number): ByteRange {
  if (length === '') return whole
  if (Number(length) === 0) return unsatisfiable(totalBytes)
  return part(Math.max(0, totalBytes - Number(length)), totalBytes - 1, totalBytes)
}

function part(start: number, last: number, totalBytes: number): ByteRange {
  const end = Math.min(last, totalBytes - 1)
  return { kind: 'part', start, end, contentRange: `bytes ${start}-${end}/${totalBytes}` }
}

function unsatisfiable(totalBytes: number): ByteRange {
  return { kind: 'unsatisfiable', contentRange: `bytes */${totalBytes}` }
}

/**
 * Whether a range still refers to the version that the client has a part of (`If-Range`). A weak
 * tag never matches, nor does a date, because we send none.
 */
export function rangeApplies(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag
}
