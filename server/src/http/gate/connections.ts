import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const graceMs = 500

/**
 * On shutdown, Node closes idle keep-alive connections but not those that never sent a request,
 * such as connections that browsers open in advance. They would delay the shutdown, so they are
 * closed after a short grace period for requests on their way.
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
