import { findJsonExcess } from '../../lib/json-excess.ts'

/** Twelve hours of transcribed words, as verbose as providers describe them. */
const maxValues = 2_000_000

/** Parses responses from external servers. Nothing about their shape can be assumed. */
export function parseObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const text = new TextDecoder().decode(bytes)
    if (findJsonExcess(text, maxValues)) return undefined
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
