import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { version } from '../version.ts'
import { openApiOf } from './openapi.ts'
import type { Operation } from './operation.ts'
import { problemPage, startPage } from './pages-for-people.ts'
import { problem } from './problem.ts'
import { type ProblemCode, problems } from './problems.ts'

const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Scalar sets styles from scripts and starts with an inline one; it is alone in this policy. */
const referencePolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; " +
  "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; " +
  "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"

/** The OpenAPI document, the reference made from it, the start page and a page for each problem. */
export async function serveDocs(app: FastifyInstance, operations: Operation[]): Promise<void> {
  const document = openApiOf(operations, version)
  app.get('/api/openapi.json', async (_request, reply) =>
    reply
      .type('application/json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(document)),
  )
  app.get('/', async (_request, reply) =>
    reply.type('text/html').header('content-security-policy', pagePolicy).send(startPage(version)),
  )
  app.get<{ Params: { code: string } }>('/problems/:code', async ({ params }, reply) => {
    if (!Object.hasOwn(problems, params.code)) throw problem('route_not_found')
    const page = problemPage(params.code as ProblemCode)
    return reply.type('text/html').header('content-security-policy', pagePolicy).send(page)
  })
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', referencePolicy)
    })
    await docs.register(scalar, {
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
  })
}
