import type { IncomingMessage, ServerResponse } from 'node:http'
import { startTcpServer, useHttpServer } from '../../../test/local-servers.ts'
import { createSafeFetch } from './safe-fetch.ts'

export const log = { warn: () => {} }
export const resolve = async () => ['127.0.0.1']
export const safeFetch = createSafeFetch({ allowCidrs: ['127.0.0.1'], log, resolve })
export const limits = { maxBytes: 10_000, timeoutMs: 25_000 }

type Answer = (req: IncomingMessage, res: ServerResponse) => void

/** Two servers with the same pages. Each page is there for the rest of the file. */
export function usePages() {
  const pages = new Map<string, Answer>()
  const answer: Answer = (req, res) => {
    const page = pages.get(new URL(req.url ?? '', 'http://x').pathname)
    if (page) page(req, res)
    else res.writeHead(404).end()
  }
  const server = useHttpServer(answer)
  const other = useHttpServer(answer)

  /** Serves a page and returns its URL. */
  function serve(path: string, answer: Answer): string {
    pages.set(path, answer)
    return server.url + path
  }

  return { server, other, serve }
}

/** Returns the headers and the body of the request as JSON. */
export const echo: Answer = async (req, res) => {
  const body = (await req.toArray()).join('')
  res.end(JSON.stringify({ method: req.method, headers: req.headers, body }))
}

/** Sends exactly these bytes, then closes the connection. */
export async function startRawServer(...parts: (string | Buffer)[]) {
  return startTcpServer((socket) => {
    for (const part of parts) socket.write(part)
    socket.end()
  })
}
