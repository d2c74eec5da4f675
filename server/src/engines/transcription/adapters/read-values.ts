import { isObject } from '../../external/json.ts'

/** Reads a number from an external server. Some send it as text. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A time in milliseconds. `unitMs` is the provider's unit. Some use −1 for "unknown". */
export function readTime(value: unknown, unitMs: number): number | undefined {
  const number = readNumber(value)
  return number === undefined || number < 0 ? undefined : Math.round(number * unitMs)
}

/** Providers number speakers from 0 or label them from A. */
export function readSpeaker(value: unknown): { speaker?: string } {
  const speaker = typeof value === 'number' ? String(value) : readText(value)
  return speaker === undefined ? {} : { speaker }
}

export function readObjects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
