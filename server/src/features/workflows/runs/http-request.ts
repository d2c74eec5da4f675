import { FetchRefused } from '../../../platform/safe-fetch/fetch-refused.ts'
import { TaskError, type TaskKind } from '../../tasks/kinds.ts'

interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: unknown
  /** The same for every attempt, so the receiver can detect a retry. */
  key: string
}

export const maxBytes = 200 * 1024
const timeoutMs = 30_000

/** Calls an external URL for a workflow. The step decides about retries. */
export const httpRequestTask: TaskKind<HttpRequest> = {
  name: 'http-request',
  lane: 'light',
  maxAttempts: 1,
  run: async ({ safeFetch }, { input, signal }) => {
    const { method, url, headers = {}, body, key } = input
    const isJson = body !== undefined && typeof body !== 'string'
    const answer = await safeFetch
      .workflows(String(url), {
        method,
        headers: {
          ...(isJson && { 'content-type': 'application/json' }),
          'idempotency-key': key,
          ...withText(headers),
        },
        ...(body !== undefined && { body: isJson ? JSON.stringify(body) : String(body) }),
        maxBytes,
        timeoutMs,
        anyStatus: true,
        signal,
      })
      .catch((error) => {
        if (!(error instanceof FetchRefused)) throw error
        throw new TaskError(error.retryable ? 'unreachable' : error.code, error.message)
      })
    const text = (await answer.bytes()).toString('utf8')
    if (answer.status < 200 || answer.status > 299) throw refused(answer.status, text)
    const { status, headers: given } = answer
    return async () => ({ status, headers: given, body: parsed(text) })
  },
}

function withText(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function refused(status: number, text: string): TaskError {
  return new TaskError(chooseCode(status), `The response was ${status}: ${text.slice(0, 500)}`)
}

function chooseCode(status: number): string {
  if (status === 429 || status === 408) return 'too_many_requests'
  return status >= 500 ? 'server_error' : 'refused'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
