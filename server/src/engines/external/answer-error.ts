import { EngineError } from '../engine-error.ts'
import { isObject, parseObject } from './json.ts'

const refusals =
  /content.?policy|moderation|safety.?system|safety.?checker|nsfw|sensitive.?content/i

/** Maps an error response to a message for the user and a retry decision for the queue. */
export function answerError(status: number, headers: Headers, body: Uint8Array): EngineError {
  const said = readReason(body)
  const cause = new Error(`status ${status}: ${said ?? 'no explanation'}`)
  if (status === 401 || status === 403) {
    // The provider's text goes only to the log, because providers repeat parts of the key in it.
    const message = 'The engine rejected its credentials. Ask the operator to check them.'
    return new EngineError('engine_credentials_refused', message, { cause })
  }
  if (said && status < 500 && refusals.test(said)) return contentRefused(said)
  if (status === 429 || status === 408 || status >= 500) {
    const code = status === 429 ? 'engine_busy' : 'engine_failed'
    const message = status === 429 ? 'The engine is busy.' : `The engine failed (${status}).`
    return new EngineError(code, message, { retryable: true, cause, ...retryAfter(headers) })
  }
  const message = said
    ? `The engine rejected the request: ${said}`
    : 'The engine rejected the request.'
  return new EngineError('engine_refused', message, { cause })
}

/** A success response that can't be used. A retry may get a better one. */
export function badAnswer(message: string, cause?: unknown): EngineError {
  return new EngineError('engine_bad_answer', message, { retryable: true, cause })
}

export function contentRefused(said: string): EngineError {
  return new EngineError(
    'content_refused',
    `The engine refused to generate this: ${shorten(said)}`,
    {
      field: 'prompt',
    },
  )
}

/** Whether a provider's message is a content refusal, so a retry won't help. */
export function isRefusal(text: string): boolean {
  return refusals.test(text)
}

/** Retry-After is a number of seconds or a date. */
function retryAfter(headers: Headers): { retryAfterSeconds?: number } {
  const value = headers.get('retry-after')
  if (!value) return {}
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? { retryAfterSeconds: Math.max(0, Math.ceil(seconds)) } : {}
}

/** The error message in a response body, in any of the usual formats. */
function readReason(body: Uint8Array): string | undefined {
  const answer = parseObject(body)
  if (!answer) return undefined
  const { error, detail, message, errors, err_msg } = answer
  const texts = isObject(error)
    ? [error.message, error.code]
    : [error, message, detail, errors, err_msg]
  const found = texts.filter((text) => typeof text === 'string' && text !== '')
  if (found.length > 0) return shorten(found.join(' '))
  return Array.isArray(detail) ? shorten(JSON.stringify(detail)) : undefined
}

function shorten(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ').trim()
  return oneLine.length > 300 ? `${oneLine.slice(0, 299)}…` : oneLine
}
