import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { consolePlaces } from '../../lib/console-link.ts'
import { version } from '../../version.ts'
import { startPage } from './pages-for-people.ts'
import { etagOfBytes, immutable, type StaticFile, sendFile } from './static-file.ts'

/** The build puts files with content hashes in their names here. */
const hashedFolder = '/console/'

/** Two stylesheets that react-aria injects, for touch on buttons and for list scrolling. */
const knownStyles = [
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
].join(' ')

/** No inline scripts and nothing external. Frames show emails, which may do nothing at all. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${knownStyles}`,
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The service worker passes on requests for pages, and its own policy covers them. */
const workerPath = '/service-worker.js'
const workerPolicy = "default-src 'none'; connect-src 'self'"

const fallbackPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json',
}

/** Serves the console: its files from memory, and its page at every URL it knows. */
export function serveConsole(
  app: FastifyInstance,
  config: Pick<Config, 'consoleFolder' | 'publicUrl'>,
): void {
  const files = builtFiles(config.consoleFolder)
  const page = files.get('/index.html')
  const showPage = async (request: FastifyRequest, reply: FastifyReply) => {
    // Isolates the console's window from pages that opened it or that it opens. Consent pages for
    // programs are not part of the console: programs open those in their own window.
    reply.header('cross-origin-opener-policy', 'same-origin')
    if (page) return sendFile(request, reply.header('content-security-policy', policy), page)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', fallbackPolicy)
      .send(startPage(version, config.publicUrl))
  }
  app.get('/', showPage)
  for (const place of consolePlaces) {
    app.get(`/${place}`, showPage)
    app.get(`/${place}/*`, showPage)
  }
  // A route for each of the hundreds of hashed files would take a fifth of a second at startup.
  app.get(`${hashedFolder}*`, async (request, reply) => {
    const file = files.get(request.url.split('?', 1)[0] as string)
    return file ? sendFile(request, reply, file) : reply.callNotFound()
  })
  for (const [path, file] of files) {
    if (path === '/index.html' || path.startsWith(hashedFolder)) continue
    app.get(path, async (request, reply) => {
      if (path === workerPath) reply.header('content-security-policy', workerPolicy)
      return sendFile(request, reply, file)
    })
  }
}

/** All built files by path; empty if the console has not been built. */
function builtFiles(folder: string): Map<string, StaticFile> {
  const names = new Set(listFiles(folder))
  const files = new Map<string, StaticFile>()
  for (const name of names) {
    const type = types[extname(name)]
    if (!type) continue
    const plain = readFileSync(join(folder, name))
    const packed = new Map<string, Buffer>()
    for (const [encoding, end] of [
      ['br', '.br'],
      ['gzip', '.gz'],
    ] as const) {
      if (names.has(name + end)) packed.set(encoding, readFileSync(join(folder, name + end)))
    }
    const path = `/${name.split(sep).join('/')}`
    const isHashed = path.startsWith(hashedFolder)
    const cacheControl = isHashed ? immutable : 'no-cache'
    files.set(path, { type, etag: etagOfBytes(plain), cacheControl, plain, packed })
  }
  return files
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  } catch {
    return []
  }
}
