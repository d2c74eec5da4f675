import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { problem } from '../problem.ts'

export interface Upgrade {
  socket: Socket
  /** Bytes that the client sent early. */
  head: Buffer
}

/**
 * Routes WebSocket requests like all others, so the same checks apply to them and a rejection is an
 * ordinary response. Returns the connections of those requests.
 */
export function routeUpgrades(app: FastifyInstance): WeakMap<IncomingMessage, Upgrade> {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()
  // A request that offers another protocol (curl offers HTTP/2) is an ordinary request. Node before
  // 24.9 ignores this callback; there, the request is routed below, without its body.
  Object.assign(app.server, { shouldUpgradeCallback: wantsSocket })
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(request)
    // Node no longer reads from this connection, so there is no next request.
    response.shouldKeepAlive = false
    response.on('finish', () => socket.destroySoon())
    try {
      response.assignSocket(socket)
    } catch {
      return void socket.destroy() // pipelined before the previous response was complete
    }
    upgrades.set(request, { socket, head })
    app.routing(request, response)
  })
  return upgrades
}

function wantsSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
}

/** For other requests to a WebSocket's URL. */
export function upgradeRequired() {
  return problem('upgrade_required', {
    detail: 'Connect with a WebSocket client. Proxies must forward the Upgrade header.',
    headers: { upgrade: 'websocket', connection: 'upgrade' },
  })
}
