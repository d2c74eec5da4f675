import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import type { Deps } from '../../deps.ts'
import { countRequest } from '../../http/gate/admit.ts'
import { requireKnownOrigin } from '../../http/gate/known-origin.ts'
import { routeUpgrades, type Upgrade, upgradeRequired } from '../../http/gate/upgrades.ts'
import type { Gate } from '../../http/mount.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { Hub } from './hub.ts'
import { redeemTicket } from './redeem-ticket.ts'
import { openSocket } from './routes.ts'
import { SocketQuery } from './schemas.ts'
import { chooseStreams } from './streams.ts'

const options = {
  noServer: true,
  clientTracking: false,
  // Compression would multiply the memory per socket.
  perMessageDeflate: false,
  maxPayload: 4096,
  /** Terminates clients that do not answer our close frame in time. */
  closeTimeout: 2000,
}

/** Opens WebSockets. Checks access as for every request; a rejection is an HTTP response. */
export function serveSockets(app: FastifyInstance, deps: Deps, gate: Gate): void {
  const hub = new Hub(deps)
  const upgrades = routeUpgrades(app)
  const server = new WebSocketServer(options)
  server.on('wsClientError', ({ message }) => {
    // Thrown out of handleUpgrade in the route below, which sends the response.
    throw problem('bad_request', { detail: `The WebSocket handshake is not valid: ${message}.` })
  })
  gate.stopping.addEventListener('abort', () => hub.close(), { once: true })

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { ticket } = request.query as { ticket?: unknown }
    const hasCredential = ticket !== undefined || request.headers.authorization !== undefined
    // Checked first, so that no ticket is wasted.
    if (hasCredential && !upgrades.has(request.raw)) throw upgradeRequired()
    hub.requireOpen()
    requireKnownOrigin(deps.config, request.headers.origin)
    const actor =
      ticket === undefined ? await byHeaders(request, reply) : await byTicket(request, reply)
    request.actor = actor
    // Opening takes its turn among the requests of the workspace; the open socket holds no place.
    const leave = await gate.admission.enter(actor.workspaceId)
    leave()
    // Nobody would read a response.
    if (upgrades.get(request.raw)?.socket.closed) reply.hijack()
  }

  function byHeaders(request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    return countRequest(gate, request, reply, () => gate.authenticate(request, openSocket))
  }

  async function byTicket(request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    const { ticket } = request.query as { ticket?: unknown }
    const actor = await redeemTicket(deps, String(ticket), request.id)
    reply.headers(gate.limits.take(actor))
    return actor
  }

  function open(request: FastifyRequest, reply: FastifyReply): void {
    const { credentialId, workspaceId, userId, spaceId } = request.actor as Actor
    const query = request.query as SocketQuery
    const streams = chooseStreams(request.actor as Actor, query.streams)
    hub.requireRoom({ credentialId, workspaceId })
    const { socket, head } = upgrades.get(request.raw) as Upgrade
    server.handleUpgrade(request.raw, socket, head, (opened) => {
      // From here on HTTP no longer handles the connection; nothing of the request remains.
      reply.hijack()
      reply.raw.detachSocket(socket)
      hub.open(opened, { credentialId, workspaceId, userId, spaceId, streams }, query.last_event_id)
      const { path, id: operation } = openSocket
      deps.log.info({
        method: 'GET',
        path,
        operation,
        status: 101,
        credential: credentialId,
        request_id: request.id,
      })
    })
  }

  app.route({
    method: 'GET',
    url: openSocket.path,
    config: { operation: openSocket },
    schema: { querystring: SocketQuery },
    onRequest: admit,
    handler: async (request, reply) => {
      open(request, reply)
      return reply
    },
  })
}
