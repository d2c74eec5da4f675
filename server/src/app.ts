import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Deps } from './deps.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { assetRoutes } from './features/assets/routes.ts'
import { authenticator } from './features/auth/authenticate.ts'
import { authRoutes } from './features/auth/routes.ts'
import { callbackRoutes } from './features/callbacks/routes.ts'
import { engineRoutes } from './features/engines/routes.ts'
import { eventRoutes } from './features/events/routes.ts'
import { idempotencyRoutes } from './features/idempotency/routes.ts'
import { imageToolRoutes } from './features/image-tools/routes.ts'
import { invitationRoutes } from './features/invitations/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { taskRoutes } from './features/tasks/routes.ts'
import { teamspaceRoutes } from './features/teamspaces/routes.ts'
import { transcriptionRoutes } from './features/transcriptions/routes.ts'
import { videoRoutes } from './features/videos/routes.ts'
import { voiceRoutes } from './features/voices/routes.ts'
import { workspaceRoutes } from './features/workspaces/routes.ts'
import { closeSilentConnections } from './http/connections.ts'
import { serveDocs } from './http/docs.ts'
import { useProblems } from './http/errors.ts'
import { serveHealth } from './http/health.ts'
import { useJsonBodies } from './http/json-body.ts'
import { watchMethods } from './http/method-not-allowed.ts'
import { serveMetrics } from './http/metrics.ts'
import { mountAll } from './http/mount.ts'
import type { Operation } from './http/operation.ts'
import { RateLimiter } from './http/rate-limit.ts'
import { answerBadAddress, answerBadProtocol, logRequests, requestId } from './http/requests.ts'
import { secureHeaders } from './http/secure-headers.ts'
import { useValidators } from './http/validation.ts'

/** Every operation of the service, in the order of the reference. */
export function allOperations(deps: Pick<Deps, 'clock'>): Operation[] {
  return [
    ...imageToolRoutes(),
    ...engineRoutes(),
    ...voiceRoutes(),
    ...transcriptionRoutes(),
    ...videoRoutes(),
    ...callbackRoutes(),
    ...taskRoutes(),
    ...assetRoutes(),
    ...workspaceRoutes(),
    ...teamspaceRoutes(),
    ...memberRoutes(),
    ...invitationRoutes(deps),
    ...apiKeyRoutes(),
    ...authRoutes(deps),
    ...eventRoutes(),
    ...idempotencyRoutes(),
  ]
}

/** The HTTP server, from top to bottom: what every request passes, then every address. */
export async function buildApp(deps: Deps, stopping: AbortSignal): Promise<FastifyInstance> {
  const operations = allOperations(deps)
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request costs more than the request; lines name the request themselves.
    childLoggerFactory: (log) => log,
    trustProxy: deps.config.trustProxy,
    forceCloseConnections: 'idle',
    // A request that arrives while the server stops is in flight like any other, and is answered.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    requestIdHeader: false,
    genReqId: requestId,
    frameworkErrors: (error, request, reply) =>
      answerBadAddress(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: answerBadProtocol,
  })
  const methodsOf = watchMethods(app)

  useProblems(app, methodsOf)
  useJsonBodies(app)
  useValidators(app)
  secureHeaders(app)
  logRequests(app, deps.log, stopping)
  closeSilentConnections(app, stopping)

  serveHealth(app, deps, stopping)
  serveMetrics(app, deps.metrics, deps.config.metricsToken)
  serveDocs(app, deps, operations)

  const gate = {
    stopping,
    authenticate: authenticator(deps),
    limiter: new RateLimiter('default', deps.config.rateLimitPerMinute, 60, () =>
      deps.clock().getTime(),
    ),
  }
  mountAll(app, deps, gate, operations)

  await app.ready()
  return app
}
