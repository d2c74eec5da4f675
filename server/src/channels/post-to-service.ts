import { cutAtWord } from '../lib/cut-text.ts'
import { FetchRefused } from '../platform/safe-fetch/fetch-refused.ts'
import { readBeginning } from '../platform/safe-fetch/read-beginning.ts'
import type { SafeFetch } from '../platform/safe-fetch/safe-fetch.ts'
import { TryLater, Undeliverable } from './channel.ts'

/** The service rejected the message for now; a retry may succeed. */
export class TemporaryRejection extends Error {}

/** Whether an error describes the delivery. Any other error is our own bug and stays internal. */
export function isAboutDelivery(error: unknown): error is Error {
  return [TemporaryRejection, Undeliverable, TryLater, FetchRefused].some(
    (kind) => error instanceof kind,
  )
}

/** The service's response to a message. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** The start of the body; empty on success. */
  text: string
}

interface OutgoingPost {
  headers: Record<string, string>
  body: string | Uint8Array
}

const timeoutMs = 15_000
const maxReadBytes = 8 * 1024
/** A success counts whatever its size, so no realistic response is "too large". */
const maxBytes = 1024 ** 3
const waitUnlessToldSeconds = 30
const longestWaitSeconds = 24 * 3600

/**
 * Posts to a URL that a workspace member configured: public networks only, no redirects. Throws
 * Undeliverable if a retry cannot help.
 */
export async function postToService(
  safeFetch: SafeFetch,
  url: string,
  posted: OutgoingPost,
): Promise<Answer> {
  try {
    const options = {
      method: 'POST',
      maxBytes,
      timeoutMs,
      maxRedirects: 0,
      anyStatus: true,
    } as const
    const { status, headers, stream } = await safeFetch(url, { ...posted, ...options })
    const isSuccess = status >= 200 && status < 300
    if (isSuccess) stream.destroy()
    return { status, headers, text: isSuccess ? '' : await readBeginning(stream, maxReadBytes) }
  } catch (error) {
    throw explained(error)
  }
}

/** Turns an error that a retry cannot fix into Undeliverable. Returns any other error unchanged. */
export function explained(error: unknown): unknown {
  if (!(error instanceof FetchRefused) || error.retryable) return error
  const advice =
    error.code === 'forbidden_address'
      ? ' The operator can allow it for webhooks with ATELIER_ALLOW_CIDRS.'
      : ''
  return new Undeliverable(`${error.message}${advice}`, { cause: error })
}

/** The service's error message, short and on one line, without the secret parts of the URL. */
export function describeAnswer({ text }: Answer, url: string): string {
  const said = readErrorText(text)
  // An HTML page explains nothing.
  if (said.startsWith('<')) return ''
  const secrets = secretParts(url)
  const harmless = secrets.reduce((words, secret) => words.replaceAll(secret, '…'), said)
  return cutAtWord(harmless.replace(/[\p{Cc}\s]+/gu, ' ').trim(), 200)
}

function readErrorText(text: string): string {
  const answer = parsed(text)
  if (!answer) return text.trim()
  const found = [answer.message, answer.error, answer.detail, answer.reason]
  return found.find((one) => typeof one === 'string') ?? ''
}

function secretParts(url: string): string[] {
  const { pathname, searchParams } = new URL(url)
  const parts = [pathname, ...pathname.split('/'), ...searchParams.values()]
  return parts.filter((part) => part.length >= 8)
}

/** How long the service asks us to wait: a header in seconds or as a date, or Discord's JSON. */
export function waitSeconds({ headers, text }: Answer): number {
  const told = parsed(text)?.retry_after
  const header = headers['retry-after']?.trim() ?? ''
  const inHeader = /^\d/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  const seconds = typeof told === 'number' ? told : inHeader
  if (!Number.isFinite(seconds)) return waitUnlessToldSeconds
  return Math.min(Math.max(Math.ceil(seconds), 1), longestWaitSeconds)
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text)
    return value !== null && typeof value === 'object' ? value : undefined
  } catch {
    return undefined
  }
}
