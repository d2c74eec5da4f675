import { Value } from 'typebox/value'
import {
  ExternalEngineSettings,
  mistakeInSettings,
  type Purpose,
} from '../engines/external/settings.ts'
import { parseCidr } from '../platform/safe-fetch/address-rules.ts'

// Parsers of settings. They throw an error that says what the value must be.

export function integer(least: number, most: number) {
  return (value: string): number => {
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= least && number <= most) return number
    throw new Error(`must be a whole number from ${least} to ${most}, not "${value}"`)
  }
}

export function parseChoice<const Allowed extends string>(...allowed: Allowed[]) {
  return (value: string): Allowed => {
    const found = allowed.find((one) => one === value)
    if (found !== undefined) return found
    throw new Error(`must be one of ${allowed.join(', ')}, not "${value}"`)
  }
}

export function parseChoices(...allowed: string[]) {
  return (value: string): Set<string> =>
    new Set(value.split(',').map((item) => parseChoice(...allowed)(item.trim())))
}

export function fraction(value: string): number {
  const number = Number(value)
  if (number >= 0 && number <= 1) return number
  throw new Error(`must be a number from 0 to 1, not "${value}"`)
}

/** `name=value`, comma-separated. The message omits the value because it may contain a key. */
export function headers(value: string): Record<string, string> {
  const pairs = value.split(',').map((pair) => /^\s*([\w-]+)=(.*?)\s*$/.exec(pair))
  if (pairs.some((pair) => !pair)) throw new Error('must be headers such as x-key=secret')
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], decodeURIComponent(pair?.[2] ?? '')]))
}

/** The message omits the value because a URL may contain a password. */
export function url(...protocols: string[]) {
  return (value: string): string => {
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
    throw new Error(`must be a URL that starts with ${protocols.join('// or ')}//`)
  }
}

export function parseList<T>(parse: (value: string) => T) {
  return (value: string): T[] => value.split(',').map((item) => parse(item.trim()))
}

/** The message omits the value because it contains a key. */
export function externalEngine(purpose: Purpose) {
  return (value: string): ExternalEngineSettings => {
    const settings = parseJson(value)
    if (!Value.Check(ExternalEngineSettings, settings)) {
      throw new Error(
        'must be JSON such as {"kind":"automatic1111","base_url":"http://10.0.0.5:7860"}',
      )
    }
    const mistake = mistakeInSettings(purpose, settings)
    if (mistake) throw new Error(`is not complete: ${mistake.field} ${mistake.message}`)
    return settings
  }
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** Rejects `yes`: it would trust the address that any client puts in the header. */
export function proxies(value: string): false | number | string[] {
  if (value === 'no' || value === '0') return false
  if (/^[1-9]$/.test(value)) return Number(value)
  try {
    return parseList(cidr)(value)
  } catch {
    throw new Error(
      `must be the number of proxies in front of the server, such as 1, or their address ranges, such as 10.0.0.0/8, not "${value}"`,
    )
  }
}

function cidr(value: string): string {
  parseCidr(value)
  return value
}

export function secret(value: string): string {
  if (/^[\x21-\x7e]{24,200}$/.test(value)) return value
  throw new Error('must be 24 to 200 printable characters without spaces')
}

export function email(value: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(value)) return value
  throw new Error(`must be an email address, not "${value}"`)
}

/** An email address, alone or as "Name <address>". */
export function mailbox(value: string): string {
  if (/^[^\s@<>,"]+@[^\s@<>,"]+$/.test(value)) return value
  if (/^[^<>,"@\r\n]+<[^\s@<>,"]+@[^\s@<>,"]+>$/.test(value)) return value
  throw new Error(`must be an address, alone or as "Atelier <atelier@example.com>"`)
}

export function origin(value: string): string {
  if (URL.canParse(value) && new URL(value).origin === value) return value
  throw new Error(`must be origins such as https://app.example.com, without a path`)
}

/** The token takes 48 of the 64 characters that the part before the @ may have. */
export function replyMailbox(value: string): string {
  if (/^[a-z0-9._-]{1,15}@[^\s@]+\.[^\s@]+$/i.test(value)) return value
  throw new Error(
    'must be an address such as reply@in.example.com, with at most 15 characters before the @',
  )
}
