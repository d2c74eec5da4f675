import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** The headers that our clients send. */
const requestHeaders = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
  'organization',
  'prefer',
  'range',
  'space',
  'traceparent',
].join(', ')

/** The headers that a page may read, besides those that every page may. */
const responseHeaders = [
  'content-disposition',
  'etag',
  'idempotent-replayed',
  'ignored-fields',
  'location',
  'mcp-session-id',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  'x-request-id',
].join(', ')

const maxAgeSeconds = 600

/**
 * Lets pages of the allowed origins call the API with a key or token. Cookies stay with our own
 * console: without `Access-Control-Allow-Credentials`, browsers send none.
 */
export function allowOrigins(
  app: FastifyInstance,
  { allowedOrigins }: Pick<Config, 'allowedOrigins'>,
): void {
  if (allowedOrigins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('vary', 'origin')
    const { origin } = request.headers
    if (origin === undefined || !allowedOrigins.includes(origin)) return done()
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': responseHeaders,
    })
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (!isPreflight) return done()
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': methods,
        'access-control-allow-headers': requestHeaders,
        'access-control-max-age': String(maxAgeSeconds),
      })
      .send()
  })
}
