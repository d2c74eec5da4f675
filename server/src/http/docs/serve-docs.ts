import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { lazy } from '../../lib/lazy.ts'
import { version } from '../../version.ts'
import { buildOpenApi, type DescribedService, type DescribeWebhooks } from '../openapi/document.ts'
import { problemPage } from '../pages/pages-for-people.ts'
import { packText, sendFile } from '../pages/static-file.ts'
import { problem } from '../problem.ts'
import { type ProblemCode, problems } from '../problems.ts'
import { serveDocsSite } from './serve-docs-site.ts'

const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Only for Scalar, which sets styles from scripts and starts with an inline script. */
const referencePolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; " +
  "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; " +
  "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"

/** Serves the documentation, the API reference, the OpenAPI document and a page for each problem. */
export function serveDocs(
  app: FastifyInstance,
  service: DescribedService,
  describeWebhooks: DescribeWebhooks,
  config: Pick<Config, 'docsFolder' | 'publicUrl'>,
): void {
  const document = lazy(() =>
    packText(JSON.stringify(buildOpenApi(service, describeWebhooks, version)), 'application/json'),
  )
  app.get('/api/openapi.json', async (request, reply) => sendFile(request, reply, document()))
  app.get<{ Params: { code: string } }>('/problems/:code', async ({ params }, reply) => {
    if (!Object.hasOwn(problems, params.code)) throw problem('route_not_found')
    const page = problemPage(params.code as ProblemCode)
    return reply.type('text/html').header('content-security-policy', pagePolicy).send(page)
  })
  serveReference(app)
  serveDocsSite(app, config)
}

/**
 * The reference is 4 MB of code that few starts ever show. So it is loaded when someone opens it,
 * into a separate Fastify instance that requests are forwarded to.
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
  app.get('/docs/api', show)
  app.get('/docs/api/*', show)
}

async function loadReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, {
    routePrefix: '/docs/api',
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
