import type { Deps } from '../../deps.ts'
import { FetchRefused } from '../../platform/safe-fetch/fetch-refused.ts'
import { readBeginning } from '../../platform/safe-fetch/read-beginning.ts'
import { postSigned, type SignedPost } from '../signed-posts/post-signed.ts'

export interface Outcome {
  /** `never`: a retry cannot fix this failure. `gone`: the receiver wants no further attempts. */
  kind: 'taken' | 'failed' | 'never' | 'gone'
  startedAt: Date
  durationMs: number
  statusCode: number | null
  response: string | null
  reason: string | null
  /** How long the receiver asks us to wait. */
  askedSeconds: number
}

/** How much of a response is kept; the rest is not read. */
const keptBytes = 2048
const maxAnswerBytes = 10 * 1024 ** 2
const hopeless = ['bad_url', 'unsupported_scheme', 'forbidden_address']

/** Makes one attempt and returns its outcome. Throws only if it is told to stop. */
export async function postDelivery(
  deps: Pick<Deps, 'safeFetch' | 'clock'>,
  post: Omit<SignedPost, 'maxAnswerBytes'>,
): Promise<Outcome> {
  const startedAt = deps.clock()
  const start = performance.now()
  const took = () => ({ startedAt, durationMs: Math.round(performance.now() - start) })
  try {
    const { status, headers, stream } = await postSigned(deps, { ...post, maxAnswerBytes })
    const text = await readBeginning(stream, keptBytes)
    // PostgreSQL cannot store NUL.
    const response = text.replaceAll('\0', '\ufffd')
    return { ...took(), ...judged(status, headers), response }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    const kind = hopeless.includes(error.code) ? 'never' : 'failed'
    const rest = { statusCode: error.status ?? null, response: null, askedSeconds: 0 }
    return { ...took(), kind, reason: error.message, ...rest }
  }
}

function judged(statusCode: number, headers: Record<string, string>) {
  if (statusCode >= 200 && statusCode < 300) {
    return { kind: 'taken' as const, statusCode, reason: null, askedSeconds: 0 }
  }
  if (statusCode === 410) {
    const reason = 'The receiver answered 410 Gone: it wants no more events.'
    return { kind: 'gone' as const, statusCode, reason, askedSeconds: 0 }
  }
  const reason = `The receiver answered with status ${statusCode}.`
  const asked = /^\d{1,9}$/.exec(headers['retry-after'] ?? '')
  return { kind: 'failed' as const, statusCode, reason, askedSeconds: Number(asked?.[0] ?? 0) }
}
