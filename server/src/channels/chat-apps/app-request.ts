import { FetchRefused } from '../../platform/safe-fetch/fetch-refused.ts'
import type { FetchOptions, SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { TryLater, Undeliverable } from '../channel.ts'
import { explained, TemporaryRejection, waitSeconds } from '../post-to-service.ts'

export interface AppReply {
  status: number
  headers: Record<string, string>
  json: Record<string, unknown>
}

const maxBytes = 4 * 1024 ** 2

interface AppRequest {
  app: string
  method?: FetchOptions['method']
  url: string
  headers?: Record<string, string>
  body?: unknown
  timeoutMs?: number
  signal?: AbortSignal
}

/**
 * Calls the API of a chat app. Throws TryLater if it asks us to wait, NotTaken for temporary
 * failures, Undeliverable otherwise. Messages never contain the URL, which may hold a token.
 */
export async function callApp(safeFetch: SafeFetch, request: AppRequest): Promise<AppReply> {
  const { app, method = 'POST', url, headers, body, timeoutMs = 10_000, signal } = request
  const fetched = await fetchFrom(safeFetch, app, url, {
    method,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    maxBytes,
    timeoutMs,
    maxRedirects: 0,
    anyStatus: true,
    ...(signal && { signal }),
  })
  const { status } = fetched
  const text = fetched.text
  if (status === 429) {
    const seconds = readRetrySeconds({ status, headers: fetched.headers, text })
    throw new TryLater(`${app} asked us to wait ${seconds} seconds.`, seconds)
  }
  if (status >= 500) throw new TemporaryRejection(`${app} answered ${status}.`)
  return { status, headers: fetched.headers, json: parsed(text) }
}

async function fetchFrom(safeFetch: SafeFetch, app: string, url: string, options: FetchOptions) {
  try {
    const { status, headers, bytes } = await safeFetch(url, options)
    return { status, headers, text: (await bytes()).toString('utf8') }
  } catch (error) {
    const reason = explained(error)
    if (reason instanceof Undeliverable) throw reason
    if (error instanceof FetchRefused) {
      throw new TemporaryRejection(`${app} could not be reached: ${error.code}.`)
    }
    throw error
  }
}

/** Telegram puts the seconds into `parameters`. */
function readRetrySeconds(answer: {
  status: number
  headers: Record<string, string>
  text: string
}): number {
  const { parameters } = parsed(answer.text) as { parameters?: { retry_after?: unknown } }
  const told = parameters?.retry_after
  return typeof told === 'number' ? Math.min(Math.max(1, told), 86_400) : waitSeconds(answer)
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text)
    return value !== null && typeof value === 'object' ? value : {}
  } catch {
    return {}
  }
}
