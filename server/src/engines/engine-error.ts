/**
 * An error from an engine. Users see the message, so it contains no path, URL or stack; `cause`
 * keeps those for the log.
 */
export class EngineError extends Error {
  readonly code: string
  /** The request field that caused the error, if any. */
  readonly field?: string
  /**
   * Whether the same request may succeed later: true for problems in the environment, not the
   * input.
   */
  readonly retryable: boolean
  /** How long the external service asked us to wait. */
  readonly retryAfterSeconds?: number

  constructor(code: string, message: string, details: EngineErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'EngineError'
    this.code = code
    this.retryable = details.retryable ?? false
    if (details.field !== undefined) this.field = details.field
    if (details.retryAfterSeconds !== undefined) this.retryAfterSeconds = details.retryAfterSeconds
  }
}

export interface EngineErrorDetails {
  field?: string
  retryable?: boolean
  retryAfterSeconds?: number
  cause?: unknown
}
