import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type LocalServer, readBody, startHttpServer } from './local-servers.ts'

/** A request as received. */
export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export type Reply = (received: Received, response: ServerResponse) => void | Promise<void>

/** A real HTTP server that stands in for an engine and records its requests. */
export class FakeEngine {
  readonly received: Received[] = []
  reply: Reply = (_, response) => sendJson(response, 500, {})
  #server: LocalServer | undefined

  async start(): Promise<void> {
    this.#server = await startHttpServer(async (request, response) => {
      const { method = '', url = '', headers } = request
      const received = { method, path: url, headers, body: await readBody(request) }
      this.received.push(received)
      await this.reply(received, response)
    })
  }

  get url(): string {
    return this.#server?.url ?? ''
  }

  async stop(): Promise<void> {
    await this.#server?.close()
  }
}

/** A fake engine for all tests in a file; each test sees only its own requests. */
export function useFakeEngine(): FakeEngine {
  const engine = new FakeEngine()
  beforeAll(() => engine.start())
  beforeEach(() => {
    engine.received.length = 0
  })
  afterAll(() => engine.stop())
  return engine
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

export interface ReceivedPart {
  headers: string
  content: Buffer
}

/** Parses a multipart body strictly, so that a wrong line ending is found. */
export function readMultipart({ headers, body }: Received): Record<string, ReceivedPart> {
  const match = /^multipart\/form-data; boundary=([\w-]+)$/.exec(headers['content-type'] ?? '')
  if (!match) throw new Error(`content-type is ${headers['content-type']}`)
  const boundary = `--${match[1]}`
  if (!body.subarray(-boundary.length - 4).equals(Buffer.from(`${boundary}--\r\n`))) {
    throw new Error('the body does not end with its boundary')
  }
  const parts: Record<string, ReceivedPart> = {}
  let at = boundary.length + 2
  while (at < body.length - 4) {
    const headEnd = body.indexOf('\r\n\r\n', at)
    const end = body.indexOf(`\r\n${boundary}`, headEnd)
    const head = body.toString('utf8', at, headEnd)
    const name = /name="([^"]+)"/.exec(head)?.[1] ?? ''
    parts[name] = { headers: head, content: body.subarray(headEnd + 4, end) }
    at = end + boundary.length + 4
  }
  return parts
}
