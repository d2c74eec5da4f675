import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { safePath } from './body/safe-path.ts'
import { sendProblem } from './errors.ts'
import { problem } from './problem.ts'

/** Keeps the caller's `X-Request-Id` if it is harmless; the response returns it. */
export function requestId({ headers }: { headers: Record<string, unknown> }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID()
}

/** A URL that cannot be decoded matches no route. */
export function answerBadUrl(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const detail = 'The URL cannot be decoded. Encode % as %25.'
  sendProblem(problem('bad_request', { detail, cause: error }), request, reply)
}

/** Limit for the URL and headers together: a list of a thousand ids must fit. */
export const maxHeadBytes = 64 * 1024

/** Bytes that are not HTTP, or too many of them, never become a request. */
export function answerBadProtocol(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const id = randomUUID()
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW'
  const wrong = isTooLong
    ? problem('head_too_large', {
        detail: `The URL and headers can have at most ${maxHeadBytes} bytes together.`,
      })
    : problem('bad_request', { detail: 'The data received is not a valid HTTP request.' })
  const body = JSON.stringify(wrong.toBody('', id))
  const reason = STATUS_CODES[wrong.status]
  socket.end(
    `HTTP/1.1 ${wrong.status} ${reason}\r\nConnection: close\r\n` +
      'Content-Type: application/problem+json\r\n' +
      `X-Request-Id: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/**
 * Writes one log line per finished request. It contains no headers or bodies, and only those parts
 * of the URL that cannot be a secret.
 */
export function logRequests(app: FastifyInstance, log: Logger, stopping: AbortSignal): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Otherwise a client that keeps its connection open would delay the shutdown.
    if (stopping.aborted) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (!log.isLevelEnabled('info')) return done()
    const { method, routeOptions, actor, id } = request
    log.info({
      method,
      path: safePath(request),
      operation: routeOptions.config.operation?.id,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      credential: actor?.credentialId,
      client: request.ip,
      request_id: id,
      trace_id: request.span?.traceId,
    })
    done()
  })
}
