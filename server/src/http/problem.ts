import { type ProblemCode, problems } from './problems.ts'

export interface FieldError {
  path: string
  message: string
}

interface Details {
  /** A sentence for the caller: what happened and what to do next. */
  detail?: string
  /** Instead of the usual status, one of `otherStatuses`. */
  status?: number
  errors?: FieldError[]
  /** Additional members of the body, such as the conflicts of a merge. */
  more?: Record<string, unknown>
  headers?: Record<string, string>
  cause?: unknown
}

/** The only error type whose message callers see. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly detail: string
  readonly errors: FieldError[] | undefined
  readonly more: Record<string, unknown> | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ProblemCode,
    { detail, status, errors, more, headers = {}, cause }: Details = {},
  ) {
    const { status: usual, title } = problems[code]
    super(detail ?? title, { cause })
    this.code = code
    this.status = status ?? usual
    this.detail = detail ?? `${title}.`
    this.errors = errors
    this.more = more
    this.headers = headers
  }

  /** The RFC 9457 body. */
  toBody(instance: string, requestId: string, traceId?: string) {
    return {
      type: `/problems/${this.code}`,
      title: problems[this.code].title,
      status: this.status,
      detail: this.detail,
      instance,
      code: this.code,
      request_id: requestId,
      ...(traceId && { trace_id: traceId }),
      ...(this.errors && { errors: this.errors }),
      ...this.more,
    }
  }
}

export function problem(code: ProblemCode, details?: Details): Problem {
  return new Problem(code, details)
}

/** A 400 for a field that the schema alone could not validate. */
export function invalid(path: string, message: string): Problem {
  return problem('validation_failed', {
    detail: `${path}: ${message}`,
    errors: [{ path, message }],
  })
}
