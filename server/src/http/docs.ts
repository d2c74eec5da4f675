import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { version } from '../version.ts'
import { type DescribedWebhooks, openApiOf } from './openapi.ts'
import type { Operation } from './operation.ts'
import { notYetPage, problemPage, startPage } from './pages-for-people.ts'
import { problem } from './problem.ts'
import { type ProblemCode, problems } from './problems.ts'

const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Scalar sets styles from scripts and starts with an inline one; it is alone in this policy. */
const referencePolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; " +
  "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; " +
  "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"

/** The OpenAPI document, the reference made from it, the start page and a page for each problem. */
export function serveDocs(
  app: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
  operations: Operation[],
  webhooks: DescribedWebhooks,
): void {
  const document = openApiOf(operations, webhooks, version)
  app.get('/api/openapi.json', async (_request, reply) =>
    reply
      .type('application/json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(document)),
  )
  app.get('/', async (_request, reply) =>
    reply
      .type('text/html')
      .header('content-security-policy', pagePolicy)
      .send(startPage(version, config.publicUrl)),
  )
  app.get<{ Params: { code: string } }>('/problems/:code', async ({ params }, reply) => {
    if (!Object.hasOwn(problems, params.code)) throw problem('route_not_found')
    const page = problemPage(params.code as ProblemCode)
    return reply.type('text/html').header('content-security-policy', pagePolicy).send(page)
  })
  for (const [path, api] of Object.entries(consolePlaces)) {
    app.get<{ Params: { id?: string } }>(path, async ({ params }, reply) => {
      const named = api.replace(':id', encodeURIComponent(params.id ?? ''))
      return reply
        .type('text/html')
        .header('content-security-policy', pagePolicy)
        .send(notYetPage(named))
    })
  }
  serveReference(app)
}

/** What links in mails lead to, and where the same is in the API. */
const consolePlaces = {
  '/inbox': '/api/v1/notifications',
  '/inbox/:id': '/api/v1/notifications/:id',
  '/threads/:id': '/api/v1/threads/:id',
  '/settings/notifications': '/api/v1/notifications/preferences',
}

/**
 * The reference is a program of four megabytes that few starts ever show, so it is loaded when
 * someone opens it, into a server of its own that requests are handed to.
 */
function serveReference(app: FastifyInstance): void {
  let loading: Promise<FastifyInstance> | undefined
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    loading ??= loadReference()
    const answer = await (await loading).inject({ method: 'GET', url: request.url })
    return reply
      .code(answer.statusCode)
      .headers({ ...answer.headers, 'content-security-policy': referencePolicy })
      .send(answer.rawPayload)
  }
  app.get('/docs', show)
  app.get('/docs/*', show)
}

async function loadReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/api/openapi.json',
      pageTitle: 'Atelier API',
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      withDefaultFonts: false,
      telemetry: false,
    },
  })
  return app
}
