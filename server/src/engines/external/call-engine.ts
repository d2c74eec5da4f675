import { EngineError } from '../engine-error.ts'
import type { EngineContext } from '../outpainting/adapters/engine.ts'
import { answerError, badAnswer } from './answer-error.ts'
import { parseObject } from './json.ts'

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
