import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { writeJson } from '../lib/exact-json/json-text.ts'
import { Overloaded } from '../lib/fair-semaphore.ts'
import { isDatabaseAway } from '../platform/postgres/database-errors.ts'
import { StorageError } from '../platform/storage/storage-error.ts'
import { writeInstance } from './body/safe-path.ts'
import { InvalidPart } from './body/validation.ts'
import { chooseFormat, type ErrorFormat } from './error-format.ts'
import type { Operation } from './operation.ts'
import { Problem, problem } from './problem.ts'

/** Every failure becomes problem+json. No stack, SQL or internal message leaves the process. */
export function useProblems(
  app: FastifyInstance,
  methodsOf: (path: string) => string[],
  operations: readonly Operation[] = [],
): void {
  const formatAt = chooseFormat(operations)
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const failure = toProblem(error, request.routeOptions.config.operation)
    // A 502 is an external service's fault, and the caller already knows whose.
    const isExpected = failure.code === 'overloaded' || failure.code === 'quota_exceeded'
    const level = failure.status === 502 || isExpected ? 'info' : 'error'
    if (failure.status >= 500)
      request.log[level](
        { err: error, request_id: request.id, trace_id: request.span?.traceId },
        'request failed',
      )
    return sendProblem(failure, request, reply)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = readPath(request)
    return sendProblem(noRoute(request, methodsOf(path)), request, reply, formatAt(path))
  })
}

function noRoute(request: FastifyRequest, methods: string[]): Problem {
  if (methods.length > 0) {
    const allow = methods.join(', ')
    const detail = `This path does not support ${request.method}. Use ${allow}.`
    return problem('method_not_allowed', { detail, headers: { allow } })
  }
  const detail = `No operation matches ${request.method} ${writeInstance(request)}. See /docs/api for all operations.`
  return problem('route_not_found', { detail })
}

export function sendProblem(
  failure: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  format: ErrorFormat | undefined = request.routeOptions.config.operation?.errorFormat,
) {
  readRest(request.raw)
  if (format) return format.send(failure, request, reply)
  return reply
    .code(failure.status)
    .headers(failure.headers)
    .type('application/problem+json')
    .serializer(writeJson)
    .send(failure.toBody(writeInstance(request), request.id, request.span?.traceId))
}

/** How long a client may keep sending a body that nobody wants any more. */
const restPatienceMs = 30_000

/**
 * Reads and drops the rest of a body whose reader failed. Otherwise the client would never get to
 * read the response, and the next request on the connection would wait behind the body.
 */
function readRest(request: IncomingMessage): void {
  if (request.readableEnded) return
  request.unpipe()
  request.resume()
  const timer = setTimeout(() => request.destroy(), restPatienceMs).unref()
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer))
}

function readPath(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] as string
}

/** Converts any error into a problem for the caller. */
export function toProblem(
  error: FastifyError | Problem,
  operation: Operation | undefined,
): Problem {
  if (error instanceof InvalidPart) {
    // A malformed id gets the same response as one that does not exist.
    const isId = error.httpPart === 'params' && operation?.notFound
    return isId ? problem(isId) : error
  }
  if (error instanceof Problem) return error
  if (error instanceof StorageError) return storageProblem(error)
  if (error instanceof Overloaded) return overloaded(error)
  const known = byCode(error)
  if (known) return known
  if (isDatabaseAway(error)) {
    return problem('database_unavailable', {
      detail: 'The database is not responding. Try again shortly.',
      headers: { 'retry-after': '2' },
      cause: error,
    })
  }
  if (error.statusCode && error.statusCode < 500) {
    return problem('bad_request', { detail: `${error.message}.`, cause: error })
  }
  return problem('internal_error', {
    detail: 'Something went wrong on our side. The request_id identifies it in the server log.',
    cause: error,
  })
}

function overloaded({ retryAfterSeconds }: Overloaded): Problem {
  return problem('overloaded', {
    detail: `The server has more work than it can handle in time. Try again in ${retryAfterSeconds} s.`,
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

const storageProblems = {
  storage_full: 'storage_full',
  storage_unavailable: 'storage_unavailable',
  too_large: 'body_too_large',
  not_found: 'file_not_found',
  bad_key: 'file_not_found',
  bad_range: 'range_not_satisfiable',
} as const

function storageProblem(error: StorageError): Problem {
  const headers: Record<string, string> = error.retryable ? { 'retry-after': '30' } : {}
  return problem(storageProblems[error.code], { detail: error.message, headers, cause: error })
}

function byCode(error: FastifyError): Problem | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem('body_too_large', { detail: 'The body is larger than this operation allows.' })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problem('unsupported_media_type', {
        detail: 'Send the body as JSON with the header Content-Type: application/json.',
      })
    case '22021': // invalid byte sequence
    case '22P05':
      return problem('bad_request', {
        detail: 'A string contains a character that cannot be stored.',
      })
    default:
      return undefined
  }
}
