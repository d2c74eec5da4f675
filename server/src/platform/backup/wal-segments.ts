/** Arithmetic on WAL positions such as `0/16B3748` and segment names of 24 hexadecimal digits. */

function parsePosition(lsn: string): bigint {
  const [high, low] = lsn.split('/') as [string, string]
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** The segment with the byte before this position: a position on the border ends a segment. */
export function segmentBefore(timeline: number, lsn: string, segmentBytes: number): string {
  return formatSegment(timeline, (parsePosition(lsn) - 1n) / BigInt(segmentBytes), segmentBytes)
}

/** The segment that contains this position. */
export function findSegment(timeline: number, lsn: string, segmentBytes: number): string {
  return formatSegment(timeline, parsePosition(lsn) / BigInt(segmentBytes), segmentBytes)
}

/** All segments from the first to the last, both included. */
export function segmentsBetween(first: string, last: string, segmentBytes: number): string[] {
  const timeline = Number.parseInt(first.slice(0, 8), 16)
  const names: string[] = []
  for (let number = parseSegment(first, segmentBytes); ; number += 1n) {
    const name = formatSegment(timeline, number, segmentBytes)
    if (name > last) return names
    names.push(name)
  }
}

function parseSegment(name: string, segmentBytes: number): bigint {
  const perFile = 0x1_0000_0000n / BigInt(segmentBytes)
  return BigInt(`0x${name.slice(8, 16)}`) * perFile + BigInt(`0x${name.slice(16)}`)
}

function formatSegment(timeline: number, number: bigint, segmentBytes: number): string {
  const perFile = 0x1_0000_0000n / BigInt(segmentBytes)
  const parts = [BigInt(timeline), number / perFile, number % perFile]
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}
