import { createHash, timingSafeEqual } from 'node:crypto'
import { EngineError } from '../../engine-error.ts'
import { parseObject } from '../../external/json.ts'
import type { Callback } from './transcription-engine.ts'

/** Compares in constant time, which reveals nothing about either value, not even the length. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** Returns a header that was sent once. A repeated header may be an attack, so it is ignored. */
export function readHeader({ headers }: Callback, name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return typeof value === 'string' ? value : undefined
}

export function requireSecret(given: string | undefined, expected: string): void {
  // An empty secret is a configuration error and would accept every caller.
  if (given === undefined || expected === '' || !sameSecret(given, expected)) {
    throw callbackRefused('The callback does not contain the secret that we gave the provider.')
  }
}

export function callbackRefused(message: string): EngineError {
  return new EngineError('callback_refused', message)
}

export function callbackMalformed(message: string): EngineError {
  return new EngineError('callback_malformed', message)
}

export function callbackBody({ rawBody }: Callback): Record<string, unknown> {
  const body = parseObject(rawBody)
  if (!body) throw callbackMalformed('The body of the callback is not a JSON object.')
  return body
}
