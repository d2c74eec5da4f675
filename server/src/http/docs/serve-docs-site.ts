import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lazy } from '../../lib/lazy.ts'
import { sendFile } from '../pages/static-file.ts'
import { problem } from '../problem.ts'

/** Nothing inline and nothing external. Only the search needs a script. */
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
  const loadSite = lazy(async () => {
    const { createDocsSite } = await import('./docs-site.ts')
    return createDocsSite(docsFolder, publicUrl)
  })
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const { files, notFoundPage } = await loadSite()
    const file = possiblePaths(request)
      .map((path) => files.get(path))
      .find(Boolean)
    if (!file && !accepts(request, 'text/html')) throw problem('route_not_found')
    reply.header('content-security-policy', policy)
    if (file) return sendFile(request, reply, await file(), 'accept, accept-encoding')
    return reply.code(404).type('text/html; charset=utf-8').send(notFoundPage())
  }
  for (const path of ['/docs', '/docs/*', '/llms.txt', '/llms-full.txt']) app.get(path, show)
}

function accepts({ headers }: FastifyRequest, type: string): boolean {
  return headers.accept?.includes(type) === true
}

/** The paths of files that answer the request, the preferred one first. */
function possiblePaths(request: FastifyRequest): string[] {
  const path = decodedPath(request)
    .toLowerCase()
    .replace(/\/readme\.md$/, '.md')
  const markdown = path === '/docs' ? '/docs/index.md' : `${path}.md`
  const prefersMarkdown = accepts(request, 'text/markdown') && !accepts(request, 'text/html')
  return prefersMarkdown ? [markdown, path] : [path]
}

/** Without the query and a final slash. A path that cannot be decoded matches no file. */
function decodedPath({ url }: FastifyRequest): string {
  const path = url.split('?', 1)[0]?.replace(/(?<!\/)\/+$/, '') ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
