import { type JsonNode, stringOf } from './nodes.ts'

/** A fast check to run first: the same node, or parsed from the same text. */
export function hasSameText(a: JsonNode | undefined, b: JsonNode | undefined): boolean {
  return a === b || (a?.source !== undefined && a.source === b?.source)
}

/** Equal except for whitespace: the same keys in the same order, numbers digit by digit. */
export function isIdentical(a: JsonNode, b: JsonNode, isSameScalar = hasSameText): boolean {
  if (hasSameText(a, b)) return true
  if (a.kind === 'array' && b.kind === 'array') {
    return (
      a.items.length === b.items.length &&
      a.items.every((one, at) => isIdentical(one, b.items[at] as JsonNode, isSameScalar))
    )
  }
  if (a.kind !== 'object' || b.kind !== 'object') return isSameScalar(a, b)
  if (a.members.size !== b.members.size) return false
  const others = b.members.entries()
  for (const [name, value] of a.members) {
    const [otherName, otherValue] = others.next().value as [string, JsonNode]
    if (name !== otherName || !isIdentical(value, otherValue, isSameScalar)) return false
  }
  return true
}

/** Equal except for whitespace and for how strings are escaped. */
export function isSameJson(a: JsonNode | undefined, b: JsonNode | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && isIdentical(a, b, hasSameDecodedText))
}

function hasSameDecodedText(a: JsonNode | undefined, b: JsonNode | undefined): boolean {
  return a?.kind === 'string' && stringOf(a) === stringOf(b)
}

/** Equal values, regardless of key order and of how strings and numbers are written (1.0 is 1). */
export function isSameValue(a: JsonNode, b: JsonNode): boolean {
  if (hasSameText(a, b)) return true
  if (a.kind === 'array' && b.kind === 'array') {
    return (
      a.items.length === b.items.length &&
      a.items.every((one, at) => isSameValue(one, b.items[at] as JsonNode))
    )
  }
  if (a.kind === 'object' && b.kind === 'object') {
    if (a.members.size !== b.members.size) return false
    for (const [name, value] of a.members) {
      const other = b.members.get(name)
      if (!other || !isSameValue(value, other)) return false
    }
    return true
  }
  if (a.kind === 'string' && b.kind === 'string') return stringOf(a) === stringOf(b)
  if (a.kind === 'number' && b.kind === 'number') return isSameNumber(a.source, b.source)
  return false
}

const longestExponent = 400

function isSameNumber(a: string, b: string): boolean {
  const one = parts(a)
  const other = parts(b)
  if (one.digits === '' || other.digits === '') return one.digits === other.digits
  const sameDigits = one.negative === other.negative && one.digits === other.digits
  return sameDigits && one.exponent() === other.exponent()
}

/** digits × 10^exponent, without leading or trailing zeros; zero has no digits. */
function parts(text: string) {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const all = whole + fraction
  // Trims by hand: a regular expression for trailing zeros takes quadratic time.
  let start = 0
  while (all[start] === '0') start++
  let end = all.length
  while (end > start && all[end - 1] === '0') end--
  const shift = BigInt(whole.length - end)
  return {
    negative: text.startsWith('-'),
    digits: all.slice(start, end),
    exponent: () =>
      power.length > longestExponent ? text : BigInt(power.replace('+', '')) + shift,
  }
}
