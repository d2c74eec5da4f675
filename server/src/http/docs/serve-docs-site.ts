import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendFile } from '../pages/static-file.ts'
import { problem } from '../problem.ts'
import { DocsSite } from './docs-site.ts'

/** Nothing inline and nothing external. Only the search needs a script, and it works without. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const prefersMarkdown = ({ headers }: FastifyRequest) =>
  headers.accept?.includes('text/markdown') === true && !headers.accept.includes('text/html')

/** Serves the Markdown pages as a site at /docs, as Markdown, and as /llms.txt. */
export function serveDocsSite(
  app: FastifyInstance,
  { docsFolder, publicUrl }: { docsFolder: string; publicUrl: string },
): void {
  if (!existsSync(join(docsFolder, 'README.md'))) {
    // An installation without the pages still has the reference, which is part of the code.
    app.get('/docs', async (_request, reply) => reply.redirect('/docs/api'))
    return
  }
  const site = new DocsSite(docsFolder)

  const showPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = decodedPath(request).toLowerCase()
    const isMarkdown = path.endsWith('.md')
    const plain = path === '/docs/index.md' ? '/docs' : path.replace(/(\/readme)?\.md$/, '')
    const file =
      isMarkdown || prefersMarkdown(request) ? await site.markdown(plain) : await site.page(plain)
    if (!file) return showImage(request, reply)
    reply.header('content-security-policy', policy)
    return sendFile(request, reply, file, 'accept, accept-encoding')
  }

  const showImage = async (request: FastifyRequest, reply: FastifyReply) => {
    const image = await site.image(decodedPath(request))
    if (image) return reply.type(image.type).header('cache-control', 'no-cache').send(image.bytes)
    if (!request.headers.accept?.includes('text/html')) throw problem('route_not_found')
    return reply
      .code(404)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(site.notFoundPage())
  }

  app.get('/docs', showPage)
  app.get('/docs/*', showPage)
  app.get<{ Params: { name: string } }>('/docs/site/:name', async (request, reply) => {
    const file = await site.asset(request.params.name)
    if (!file) throw problem('route_not_found')
    return sendFile(request, reply, file)
  })
  app.get<{ Querystring: { q?: string | string[] } }>('/docs/search', async (request, reply) => {
    const query = [request.query.q ?? ''].flat()[0] ?? ''
    if (request.headers.accept === 'application/json') return site.search(query)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(await site.searchPage(query.slice(0, 100)))
  })
  app.get('/llms.txt', async (request, reply) =>
    sendFile(request, reply, await site.llms(publicUrl)),
  )
  app.get('/llms-full.txt', async (request, reply) =>
    sendFile(request, reply, await site.llmsFull()),
  )
}

/** Without the query and a final slash. A path that cannot be decoded matches no page. */
function decodedPath({ url }: FastifyRequest): string {
  const path = url.split('?', 1)[0]?.replace(/(?<!\/)\/+$/, '') ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
