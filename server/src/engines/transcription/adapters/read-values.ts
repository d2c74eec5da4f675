import { isObject } from '../../external/json.ts'

/** Numbers of other people's servers, which some of them send as text. */
export function numberFrom(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export function textFrom(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A time in milliseconds; `unitMs` is what the provider counts in. Some mark "unknown" by −1. */
export function timeFrom(value: unknown, unitMs: number): number | undefined {
  const number = numberFrom(value)
  return number === undefined || number < 0 ? undefined : Math.round(number * unitMs)
}

/** Providers count speakers from 0 or letter them from A. */
export function speakerFrom(value: unknown): { speaker?: string } {
  const speaker = typeof value === 'number' ? String(value) : textFrom(value)
  return speaker === undefined ? {} : { speaker }
}

export function objectsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
