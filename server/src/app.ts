import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Deps } from './deps.ts'
import { authenticator } from './features/auth/authenticate.ts'
import { credentialsTopic } from './features/auth/credential-news.ts'
import { serveSockets } from './features/live/serve-sockets.ts'
import { mcpSurface, serveMcp } from './features/mcp/serve-mcp.ts'
import { serveOAuth } from './features/oauth/serve-oauth.ts'
import { describeWebhooks } from './features/webhooks/openapi-webhooks.ts'
import { useJsonBodies } from './http/body/json-body.ts'
import { useValidators } from './http/body/validation.ts'
import { admittedCaller, operationCaller } from './http/call-operation.ts'
import { serveDocs } from './http/docs/serve-docs.ts'
import { useProblems } from './http/errors.ts'
import { ConnectionQuota } from './http/gate/connection-quota.ts'
import { closeSilentConnections } from './http/gate/connections.ts'
import { allowOrigins } from './http/gate/cors.ts'
import { KnownCredentials } from './http/gate/known-credentials.ts'
import { watchMethods } from './http/gate/method-not-allowed.ts'
import { RequestLimits } from './http/gate/request-limits.ts'
import { secureHeaders } from './http/gate/secure-headers.ts'
import { trustedHops, warnOfProxy } from './http/gate/trust-proxy.ts'
import { serveHealth } from './http/health.ts'
import { serveMetrics } from './http/metrics.ts'
import { mountAll } from './http/mount.ts'
import { serveConsole } from './http/pages/console.ts'
import {
  answerBadProtocol,
  answerBadUrl,
  logRequests,
  maxHeadBytes,
  requestId,
} from './http/requests.ts'
import { traceRequests } from './http/trace-requests.ts'
import type { Database } from './platform/postgres/db.ts'
import { openService } from './service.ts'

/** Builds the HTTP server, in order: first the hooks that every request passes, then the routes. */
export async function buildApp(
  deps: Deps & { db: Database },
  stopping: AbortSignal,
): Promise<FastifyInstance> {
  const service = openService(deps)
  const operations = service.operations()
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request costs more than the request; log lines carry the request id instead.
    childLoggerFactory: (log) => log,
    trustProxy: trustedHops(deps.config),
    forceCloseConnections: 'idle',
    // The server still answers requests that arrive while it is shutting down.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    requestIdHeader: false,
    genReqId: requestId,
    frameworkErrors: (error, request, reply) =>
      answerBadUrl(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: answerBadProtocol,
    http: { maxHeaderSize: maxHeadBytes },
  })
  const methodsOf = watchMethods(app)

  useProblems(app, methodsOf, operations)
  useJsonBodies(app)
  useValidators(app)
  secureHeaders(app, deps.config)
  allowOrigins(app, deps.config)
  warnOfProxy(app, deps.config, deps.log)
  traceRequests(app, deps.tracer)
  logRequests(app, deps.log, stopping)
  closeSilentConnections(app, stopping)

  serveHealth(app, deps, stopping)
  serveMetrics(app, deps.metrics, deps.config.metricsToken)
  serveDocs(app, service, describeWebhooks, deps.config)
  serveConsole(app, deps.config)

  const gate = {
    stopping,
    authenticate: authenticator(deps),
    watchCredentials: (onNews: () => void) => deps.bus.subscribe(credentialsTopic, onNews),
    known: new KnownCredentials(),
    limits: new RequestLimits(deps.config, deps),
    admission: deps.admission,
    streams: new ConnectionQuota(
      { noun: 'event streams', tooMany: 'too_many_streams', exhausted: 'streams_exhausted' },
      deps.counts,
    ),
  }
  mountAll(app, deps, gate, operations)
  serveSockets(app, deps, gate)
  serveOAuth(app, deps)
  serveMcp(app, deps, gate, () =>
    mcpSurface(operations, admittedCaller(operationCaller(operations), deps.admission)),
  )

  await app.ready()
  return app
}
