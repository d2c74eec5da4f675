import type { FastifyInstance } from 'fastify'
import type { Span, Tracer } from '../platform/tracing/tracer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined while tracing is off. */
    span?: Span
  }
}

/** One span per request to an operation or to MCP. It continues the caller's trace if there is one. */
export function traceRequests(app: FastifyInstance, tracer: Tracer | undefined): void {
  if (!tracer) return
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route = '', config } = request.routeOptions
    const { operation } = config
    if (operation?.socket || !(operation || route === '/mcp')) return done()
    request.span = tracer.start({
      name: `${request.method} ${route}`,
      kind: 'server',
      parent: request.headers.traceparent as string | undefined,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'client.address': request.ip,
        'atelier.operation': operation?.id,
        'atelier.request_id': request.id,
      },
    })
    request.span.run(done)
  })
  // The body arrives in events of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    request.span?.end({
      attributes: {
        'http.response.status_code': statusCode,
        'atelier.workspace_id': request.actor?.workspaceId,
      },
      error: statusCode >= 500 ? `status ${statusCode}` : undefined,
    })
    done()
  })
}
