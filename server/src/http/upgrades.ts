import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { problem } from './problem.ts'

export interface Upgrade {
  socket: Socket
  /** What the client has sent ahead. */
  head: Buffer
}

/**
 * Leads requests for a WebSocket through the router like all others, so that what stands in front
 * of every request stands in front of them too and a refusal is an answer like any other. Returns
 * the connections behind those requests.
 */
export function routeUpgrades(app: FastifyInstance): WeakMap<IncomingMessage, Upgrade> {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()
  // Whoever offers another protocol (curl does HTTP/2) has made an ordinary request. Node before
  // 24.9 does not ask; there it is routed below, without its body.
  Object.assign(app.server, { shouldUpgradeCallback: wantsSocket })
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(request)
    // Node does not read from this connection any more, so there is no next request.
    response.shouldKeepAlive = false
    response.on('finish', () => socket.destroySoon())
    try {
      response.assignSocket(socket)
    } catch {
      return void socket.destroy() // sent before the last request on this connection was answered
    }
    upgrades.set(request, { socket, head })
    app.routing(request, response)
  })
  return upgrades
}

function wantsSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
}

/** For whoever asks a WebSocket's address for something else. */
export function upgradeRequired() {
  return problem('upgrade_required', {
    detail: 'Connect with a WebSocket client. A proxy in between must pass the Upgrade header on.',
    headers: { upgrade: 'websocket', connection: 'upgrade' },
  })
}
