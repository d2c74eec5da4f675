import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const graceMs = 500

/**
 * When the server stops, Node closes connections that wait for their next request, but not those on
 * which nothing was ever asked, such as the ones that browsers open ahead; they would hold up the
 * stop. They get a moment, for what may be on its way, and are then closed.
 */
export function closeSilentConnections(app: FastifyInstance, stopping: AbortSignal): void {
  const connections = new Set<Socket>()
  app.server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const closeSilent = () => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }
  stopping.addEventListener('abort', () => setTimeout(closeSilent, graceMs).unref(), { once: true })
}
