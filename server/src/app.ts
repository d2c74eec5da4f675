import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { fillDemo } from './demo.ts'
import type { Deps } from './deps.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { assetRoutes } from './features/assets/routes.ts'
import { authenticator } from './features/auth/authenticate.ts'
import { authRoutes } from './features/auth/routes.ts'
import { activityRoutes } from './features/boards/activity/routes.ts'
import { attachmentRoutes } from './features/boards/attachments/routes.ts'
import { checklistRoutes } from './features/boards/checklists/routes.ts'
import { dependencyRoutes } from './features/boards/dependencies/routes.ts'
import { fieldRoutes } from './features/boards/fields/routes.ts'
import { boardRoutes } from './features/boards/routes.ts'
import { statusRoutes } from './features/boards/statuses/routes.ts'
import { tagRoutes } from './features/boards/tags/routes.ts'
import { boardTaskRoutes } from './features/boards/tasks/routes.ts'
import { callbackRoutes } from './features/callbacks/routes.ts'
import { chatRoutes } from './features/chat/routes.ts'
import { chatWebhookRoutes } from './features/chat/webhook-routes.ts'
import { commentRoutes } from './features/comments/routes.ts'
import { engineRoutes } from './features/engines/routes.ts'
import { eventRoutes } from './features/events/routes.ts'
import { idempotencyRoutes } from './features/idempotency/routes.ts'
import { imageToolRoutes } from './features/image-tools/routes.ts'
import { invitationRoutes } from './features/invitations/routes.ts'
import { liveRoutes } from './features/live/routes.ts'
import { serveSockets } from './features/live/serve-sockets.ts'
import { mcpSurface, serveMcp } from './features/mcp/serve-mcp.ts'
import { memberRoutes } from './features/members/routes.ts'
import { mailSetupRoutes } from './features/notifications/mail-setup-routes.ts'
import { mailPageRoutes, unsubscribeRoutes } from './features/notifications/page-routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { serveOAuth } from './features/oauth/serve-oauth.ts'
import { projectRoutes } from './features/projects/routes.ts'
import { pushRoutes } from './features/push/routes.ts'
import { questionRoutes } from './features/questions/routes.ts'
import { socialAccountRoutes } from './features/social/account-routes.ts'
import { socialRoutes } from './features/social/routes.ts'
import { taskRoutes } from './features/tasks/routes.ts'
import { teamspaceRoutes } from './features/teamspaces/routes.ts'
import { threadRoutes } from './features/threads/routes.ts'
import { transcriptionRoutes } from './features/transcriptions/routes.ts'
import { videoRoutes } from './features/videos/routes.ts'
import { voiceRoutes } from './features/voices/routes.ts'
import { webhookDeliveryRoutes } from './features/webhooks/delivery-routes.ts'
import { describedWebhooks } from './features/webhooks/openapi-webhooks.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { webhookSubscriptionRoutes } from './features/webhooks/subscription-routes.ts'
import { workflowCaller } from './features/workflows/callable.ts'
import { workflowRoutes } from './features/workflows/routes.ts'
import { workflowRunRoutes } from './features/workflows/runs/routes.ts'
import { demoRoutes } from './features/workspaces/demo-routes.ts'
import { workspaceRoutes } from './features/workspaces/routes.ts'
import { closeSilentConnections } from './http/connections.ts'
import { serveConsole } from './http/console.ts'
import { serveDocs } from './http/docs.ts'
import { useProblems } from './http/errors.ts'
import { serveHealth } from './http/health.ts'
import { useJsonBodies } from './http/json-body.ts'
import { watchMethods } from './http/method-not-allowed.ts'
import { serveMetrics } from './http/metrics.ts'
import { mountAll } from './http/mount.ts'
import type { Operation } from './http/operation.ts'
import { RateLimiter } from './http/rate-limit.ts'
import {
  answerBadAddress,
  answerBadProtocol,
  logRequests,
  mostHeadBytes,
  requestId,
} from './http/requests.ts'
import { secureHeaders } from './http/secure-headers.ts'
import { useValidators } from './http/validation.ts'

/** Every operation of the service, in the order of the reference. */
export function allOperations(deps: Pick<Deps, 'clock'>): Operation[] {
  const operations: Operation[] = [
    ...imageToolRoutes(),
    ...engineRoutes(),
    ...voiceRoutes(),
    ...transcriptionRoutes(),
    ...videoRoutes(),
    ...callbackRoutes(),
    ...boardRoutes(),
    ...statusRoutes(),
    ...fieldRoutes(),
    ...tagRoutes(),
    ...boardTaskRoutes(),
    ...activityRoutes(),
    ...checklistRoutes(),
    ...attachmentRoutes(),
    ...dependencyRoutes(),
    ...commentRoutes(),
    ...notificationRoutes(),
    ...mailSetupRoutes(),
    ...questionRoutes(),
    ...threadRoutes(),
    ...mailPageRoutes(),
    ...unsubscribeRoutes(),
    ...projectRoutes(),
    ...socialRoutes(),
    ...socialAccountRoutes(),
    ...workflowRoutes(workflowCaller(() => operations)),
    ...workflowRunRoutes(),
    ...taskRoutes(),
    ...assetRoutes(),
    ...chatRoutes(),
    ...chatWebhookRoutes(),
    ...pushRoutes(),
    ...workspaceRoutes(),
    ...demoRoutes((inside, actor) => fillDemo(inside, operations, actor)),
    ...teamspaceRoutes(),
    ...memberRoutes(),
    ...invitationRoutes(deps),
    ...apiKeyRoutes(),
    ...authRoutes(deps),
    ...eventRoutes(),
    ...liveRoutes(),
    ...webhookSubscriptionRoutes(),
    ...webhookDeliveryRoutes(),
    ...webhookRoutes(),
    ...idempotencyRoutes(),
  ]
  return operations
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
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    requestIdHeader: false,
    genReqId: requestId,
    frameworkErrors: (error, request, reply) =>
      answerBadAddress(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: answerBadProtocol,
    http: { maxHeaderSize: mostHeadBytes },
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
  serveDocs(app, operations, describedWebhooks())
  serveConsole(app, deps.config)

  const gate = {
    stopping,
    authenticate: authenticator(deps),
    limiter: new RateLimiter('default', deps.config.rateLimitPerMinute, 60, () =>
      deps.clock().getTime(),
    ),
  }
  mountAll(app, deps, gate, operations)
  serveSockets(app, deps, gate)
  serveOAuth(app, deps)
  serveMcp(app, deps, gate, () => mcpSurface(operations))

  await app.ready()
  return app
}
