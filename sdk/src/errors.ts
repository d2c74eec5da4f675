import type { ProblemCode } from './generated/problem-codes.ts'

/** A newer server may return codes that this client doesn't know. */
export type Code = ProblemCode | (string & {})

export interface FieldError {
  path: string
  message: string
}

/** The body of an error (RFC 9457), plus other members of the problem, such as `conflicts`. */
export interface Problem {
  code: Code
  detail: string
  request_id?: string
  errors?: FieldError[]
  [member: string]: unknown
}

/** The server responded with an error. */
export class AtelierError extends Error {
  override readonly name = 'AtelierError'
  readonly status: number
  /** For programs. It never changes. */
  readonly code: Code
  /** What happened, and what to do next. */
  readonly detail: string
  /** Each invalid field and what is wrong with it. */
  readonly errors: FieldError[]
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined
  readonly problem: Problem
  /** How long the server asks you to wait before a retry. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, problem: Problem, retryAfterMs?: number) {
    super(`${problem.detail} (${status} ${problem.code})`)
    this.status = status
    this.code = problem.code
    this.detail = problem.detail
    this.errors = problem.errors ?? []
    this.requestId = problem.request_id
    this.problem = problem
    this.retryAfterMs = retryAfterMs
  }
}

/** No response arrived. The server may or may not have processed the request. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly isTimeout: boolean

  constructor(
    message: string,
    { cause, isTimeout = false }: { cause?: unknown; isTimeout?: boolean },
  ) {
    super(message, { cause })
    this.isTimeout = isTimeout
  }
}

/** Why a task or a job failed, as the server reports it. */
export interface Failure {
  code: string
  message: string
  field: string | null
}

/** A task, transcription, video or asset that you waited for ended without a result. */
export class JobFailed<Record = unknown> extends Error {
  override readonly name: string = 'JobFailed'
  readonly errors: Failure[]
  /** The record as it was when it ended. */
  readonly record: Record

  constructor(record: Record, errors: Failure[], otherwise: string) {
    super(errors[0]?.message ?? otherwise)
    this.record = record
    this.errors = errors
  }
}

function hasStatus(error: unknown, ...statuses: number[]): error is AtelierError {
  return error instanceof AtelierError && statuses.includes(error.status)
}

/** The request is invalid; `errors` lists the fields. */
export const isInvalid = (error: unknown): error is AtelierError => hasStatus(error, 400, 422)
export const isUnauthorized = (error: unknown): error is AtelierError => hasStatus(error, 401)
export const isForbidden = (error: unknown): error is AtelierError => hasStatus(error, 403)
/** The resource doesn't exist or belongs to another workspace. */
export const isNotFound = (error: unknown): error is AtelierError => hasStatus(error, 404)
/** The request conflicts with the current state; `code` says how. */
export const isConflict = (error: unknown): error is AtelierError => hasStatus(error, 409, 412)
export const isRateLimited = (error: unknown): error is AtelierError => hasStatus(error, 429)

/** Reads the error from a response, even if the response doesn't come from Atelier. */
export async function readError(response: Response): Promise<AtelierError> {
  const text = await response.text().catch(() => '')
  const problem = parsed(text) as Partial<Problem> | undefined
  if (typeof problem?.code !== 'string' || typeof problem.detail !== 'string')
    return stranger(response)
  return new AtelierError(response.status, problem as Problem, readRetryAfterMs(response))
}

/** Parses a response that should be JSON; a proxy may have responded instead of the server. */
export function parseBody(text: string, response: Response): unknown {
  const value = parsed(text)
  if (value === undefined) throw stranger(response)
  return value
}

function stranger(response: Response): AtelierError {
  const { status, headers } = response
  const detail = `The response is not from Atelier: ${headers.get('content-type') ?? 'no content'}.`
  return new AtelierError(status, { code: 'not_atelier', detail }, readRetryAfterMs(response))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Retry-After` is in seconds or a date. */
export function readRetryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0)
}
