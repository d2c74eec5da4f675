import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { afterAll, beforeAll } from 'vitest'

export interface LocalServer {
  port: number
  url: string
  /** "GET /path" of every request that arrived. */
  requests: string[]
  /** How often anyone connected, with or without a request. */
  connections: () => number
  close(): Promise<void>
}

/** A real HTTP server that records whether it was ever reached. */
export async function startHttpServer(
  answer: (req: IncomingMessage, res: ServerResponse) => void,
  host = '127.0.0.1',
): Promise<LocalServer> {
  const requests: string[] = []
  const server = createServer((req, res) => {
    requests.push(`${req.method} ${req.url}`)
    answer(req, res)
  })
  return { ...(await listen(server, host)), requests }
}

/** Such a server for all tests in a file. */
export function useHttpServer(...args: Parameters<typeof startHttpServer>): LocalServer {
  const server = {} as LocalServer
  beforeAll(async () => void Object.assign(server, await startHttpServer(...args)))
  afterAll(() => server.close())
  return server
}

/** A server that may send anything, valid HTTP or not. */
export async function startTcpServer(
  answer: (socket: Socket) => void,
  host = '127.0.0.1',
): Promise<LocalServer> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  return { ...(await listen(server, host)), requests: [] }
}

async function listen(server: Server, host: string) {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://${host}:${port}`,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await request.toArray())
}
