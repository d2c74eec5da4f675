import { endOfString } from '@atelier/sdk/src/exact-json/end-of-string.ts'

/** Readers walk values recursively, so a deeper value could overflow the stack. */
export const deepestNesting = 64
/** Escaped characters are slow to parse; base64 has at most one in 60. */
const maxEscapes = 2_000_000

/**
 * Why JSON costs too much to parse, if it does. Each value costs far more time and memory than its
 * bytes, so size alone does not bound the work. Takes a fraction of the time of parsing.
 */
export function findJsonExcess(text: string, maxValues: number): string | undefined {
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x22) at = endOfString(text, at) - 1
    else if (char === 0x2c) values++
    else if (char === 0x7b || char === 0x5b) {
      values++
      if (++depth > deepestNesting) return `it is nested deeper than ${deepestNesting} levels`
    } else if (char === 0x7d || char === 0x5d) depth--
    if (values > maxValues) return `it has more than ${maxValues} values`
  }
  return hasTooManyEscapes(text) ? `it has more than ${maxEscapes} escaped characters` : undefined
}

function hasTooManyEscapes(text: string): boolean {
  if (text.length <= 2 * maxEscapes) return false
  let found = 0
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at + 2)) {
    if (++found > maxEscapes) return true
  }
  return false
}
