import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from '../engine-error.ts'
import { answerError, badAnswer } from './answer-error.ts'
import type { Fetch } from './fetch.ts'
import { parseObject } from './json.ts'
import type { Connect } from './socket.ts'

export interface EngineContext {
  fetch: Fetch
  signal?: AbortSignal
  onProgress?: (percent: number, stage: string) => void
  /** For engines that report progress on a socket. */
  connect?: Connect
}

export interface Call {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer> | string
}

/** Eight 40-megapixel results in base64 would exceed this, but no engine returns those. */
const maxAnswerBytes = 256 * 1024 * 1024

/** Makes one HTTP call to an engine. Every failure is an EngineError that says whether to retry. */
export async function callEngine(
  context: EngineContext,
  call: Call,
  timeoutSeconds: number,
): Promise<Uint8Array> {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
  const signal = context.signal ? AbortSignal.any([context.signal, timeout]) : timeout
  try {
    // A redirected POST would send the key to any URL the response names.
    const redirect = call.method === 'GET' ? 'follow' : 'manual'
    const response = await context.fetch(call.url, { ...call, redirect, signal })
    const bytes = await readAll(response)
    if (response.ok) return bytes
    throw answerError(response.status, response.headers, bytes)
  } catch (cause) {
    if (cause instanceof EngineError) throw cause
    if (context.signal?.aborted) throw context.signal.reason
    if (timeout.aborted) {
      const message = `The engine did not respond within ${timeoutSeconds} seconds.`
      throw new EngineError('engine_timeout', message, { retryable: true, cause })
    }
    throw new EngineError('engine_unreachable', 'The engine cannot be reached.', {
      retryable: true,
      cause,
    })
  }
}

export async function callForJson(
  context: EngineContext,
  call: Call,
  timeoutSeconds: number,
): Promise<Record<string, unknown>> {
  const bytes = await callEngine(context, call, timeoutSeconds)
  const answer = parseObject(bytes)
  if (answer) return answer
  throw badAnswer('The engine’s response is not JSON.')
}

/** How to reach a provider. The same for all of its calls. */
export interface EngineApi {
  baseUrl: string
  /** The header, such as `Bearer …`. */
  authorization?: string | undefined
  timeoutSeconds: number
}

export interface ApiCall {
  path: string
  /** Sent as JSON, unless `contentType` is given. Without a body, the call is a GET. */
  body?: object | Uint8Array<ArrayBuffer> | undefined
  contentType?: string
}

export function callApi(context: EngineContext, api: EngineApi, call: ApiCall) {
  return callForJson(context, toCall(api, call), api.timeoutSeconds)
}

export function toCall({ baseUrl, authorization }: EngineApi, call: ApiCall): Call {
  const { path, body, contentType = 'application/json' } = call
  return {
    method: body === undefined ? 'GET' : 'POST',
    url: `${baseUrl}${path}`,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': contentType }),
    },
    ...(body !== undefined && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
  }
}

export const bearer = (key: string | undefined) => (key ? `Bearer ${key}` : undefined)

/**
 * Asks until `read` returns something. If it takes too long or no one waits any more, the job at the
 * provider is cancelled, because it costs money.
 */
export async function waitForEngine<T>(
  { signal }: EngineContext,
  { pollSeconds, maxSeconds }: { pollSeconds: number; maxSeconds: number },
  read: () => Promise<T | undefined>,
  cancel: () => Promise<unknown>,
): Promise<T> {
  const deadline = Date.now() + maxSeconds * 1000
  try {
    for (;;) {
      const found = await read()
      if (found !== undefined) return found
      if (Date.now() > deadline) {
        const message = 'The engine did not finish in time.'
        throw new EngineError('engine_timeout', message, { retryable: true })
      }
      await sleep(pollSeconds * 1000, undefined, signal ? { signal } : {})
    }
  } catch (error) {
    const isLate = error instanceof EngineError && error.code === 'engine_timeout'
    if (signal?.aborted || isLate) await cancel().catch(() => {})
    throw signal?.aborted ? signal.reason : error
  }
}

async function readAll(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxAnswerBytes) throw badAnswer('The engine’s response is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
