import { backoffMs } from './delays.ts'
import { AtelierError, ConnectionError } from './errors.ts'

/** A request that failed for now and will be sent again. */
export interface Retry {
  /** The operationId, such as `createBoard`. */
  operation: string
  /** Why: a 429 means that you exceeded the rate limit. */
  error: AtelierError | ConnectionError
  /** How long the client waits before it sends the request again. */
  delayMs: number
  /** 1 for the first retry. */
  attempt: number
}

/** If the server asks for a longer wait, the retry is up to the caller. */
const longestRetryAfterMs = 60_000
const passing = new Set([429, 502, 503, 504])

/** Shorter pauses aren't worth a line. */
const silentMs = 1000

/** How long to wait before a retry; undefined if a retry wouldn't help. */
export function pauseBeforeRetryMs(error: unknown, tries: number): number | undefined {
  if (error instanceof ConnectionError) return backoffMs(tries)
  if (!(error instanceof AtelierError)) return undefined
  const { status, code, retryAfterMs = 0 } = error
  if (!passing.has(status) && code !== 'idempotency_key_in_use') return undefined
  if (retryAfterMs > longestRetryAfterMs) return undefined
  return Math.max(retryAfterMs, backoffMs(tries))
}

/** The default of `onRetry`: explains long pauses of a rate limit, which look like a hang. */
export function warnAboutRateLimit({ operation, error, delayMs }: Retry): void {
  if (!(error instanceof AtelierError) || error.status !== 429 || delayMs < silentMs) return
  const seconds = Math.ceil(delayMs / 1000)
  // biome-ignore lint/suspicious/noConsole: a library has no other log that people see
  console.warn(`Atelier: rate limit reached. Retrying ${operation} in ${seconds} s.`)
}
