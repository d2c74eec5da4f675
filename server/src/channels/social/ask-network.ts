import type { Readable } from 'node:stream'
import { FetchRefused } from '../../platform/safe-fetch/fetch-refused.ts'
import type { FetchOptions, SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { TryLater, Undeliverable } from '../channel.ts'
import { describeAnswer, explained, TemporaryRejection, waitSeconds } from '../post-to-service.ts'
import { ArrivalUnknown } from './network.ts'

export interface Question {
  /** The network's name for messages. */
  name: string
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array | { stream: Readable; bytes: number }
  timeoutMs?: number
  /** Secrets to remove from messages. */
  secrets?: readonly string[]
}

export interface NetworkAnswer {
  status: number
  headers: Record<string, string>
  text: string
  /** Empty if the response is not a JSON object. */
  json: Record<string, unknown>
  /** The items if the response is a list. */
  list: Record<string, unknown>[]
}

const usualTimeoutMs = 20_000
const maxBytes = 4 * 1024 ** 2
/** Errors that occur before anything was sent. */
const neverSent = ['bad_url', 'unsupported_scheme', 'forbidden_address', 'too_many_redirects']

/** Sends a request to a network. Throws unless the response is a success. */
export async function ask(safeFetch: SafeFetch, question: Question): Promise<NetworkAnswer> {
  const answer = await askAnything(safeFetch, question)
  if (answer.status < 200 || answer.status > 299) throw refusal(question, answer)
  return answer
}

/** The same, but returns responses of any status. */
export async function askAnything(
  safeFetch: SafeFetch,
  question: Question,
): Promise<NetworkAnswer> {
  try {
    return await exchange(safeFetch, question)
  } catch (error) {
    const reason = explained(error)
    if (!(reason instanceof FetchRefused)) throw reason
    throw new TemporaryRejection(`${question.name}: ${reason.message}`, { cause: error })
  }
}

/**
 * Asks a network to post. Throws Unsure if the outcome is unknown: no response, or a server error.
 */
export async function askToPost(safeFetch: SafeFetch, question: Question): Promise<NetworkAnswer> {
  const answer = await exchange(safeFetch, question).catch((error) => {
    if (!(error instanceof FetchRefused)) throw error
    if (neverSent.includes(error.code)) {
      const reason = explained(error) as Error
      throw new Undeliverable(reason.message, { cause: error })
    }
    throw new ArrivalUnknown(`${question.name}: ${error.message}`, { cause: error })
  })
  if (answer.status >= 200 && answer.status < 300) return answer
  const failed = refusal(question, answer)
  throw failed instanceof TemporaryRejection ? new ArrivalUnknown(failed.message) : failed
}

async function exchange(safeFetch: SafeFetch, question: Question): Promise<NetworkAnswer> {
  const { url, method = 'GET', headers, body, timeoutMs = usualTimeoutMs } = question
  const options: FetchOptions = {
    method,
    maxBytes,
    timeoutMs,
    maxRedirects: 0,
    anyStatus: true,
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
  }
  const answer = await safeFetch(url, options)
  const text = (await answer.bytes()).toString('utf8')
  const parsed = parse(text)
  const isList = Array.isArray(parsed)
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: isObject(parsed) ? parsed : {},
    list: isList ? parsed.filter(isObject) : [],
  }
}

function refusal({ name, url, secrets = [] }: Question, answer: NetworkAnswer): Error {
  const { status } = answer
  if (status === 429) {
    const seconds = waitSeconds(answer)
    return new TryLater(`${name} asked us to wait ${seconds} seconds.`, seconds)
  }
  const said = secrets.reduce(
    (words, secret) => words.replaceAll(secret, '…'),
    describeAnswer(answer, new URL(url).origin),
  )
  const message = said ? `${name} answered ${status}: ${said}` : `${name} answered ${status}.`
  if (status === 401 || status === 403) {
    const sentence = /[.!?…]$/.test(message) ? message : `${message}.`
    return new Undeliverable(`${sentence} You may need to connect the account again.`)
  }
  return status >= 500 || status === 408 || status === 425
    ? new TemporaryRejection(message)
    : new Undeliverable(message)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A field of external JSON, if it is text. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A field of external JSON, if it is a count. */
export function readCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}
