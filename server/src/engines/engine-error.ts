/**
 * What an engine says when it cannot do its work. The message is for the person who asked, so it
 * holds no path, no address and no stack; `cause` keeps those for the log.
 */
export class EngineError extends Error {
  readonly code: string
  /** The request field that is to blame, where one is. */
  readonly field?: string
  /** Whether the same request may work later: true for what is broken around us, not in the input. */
  readonly retryable: boolean
  /** How long the other side asked us to wait. */
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
