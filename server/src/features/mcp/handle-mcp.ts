import { type AuthInfo, isLegacyRequest } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Gate } from '../../http/mount.ts'
import type { Actor } from '../../http/permissions.ts'
import type { AuthorizedRequest } from './authorized-request.ts'
import { OpenExchanges } from './open-exchanges.ts'
import { ResourceWatch } from './resource-watch.ts'
import { Sessions } from './sessions.ts'
import type { Surface } from './surface.ts'
import { readChoice } from './toolset-choice.ts'
import { sendWebResponse, toWebRequest } from './web-exchange.ts'
import { answerAlone } from './without-session.ts'

/** Handles requests to /mcp that passed the gate. */
export function mcpHandler(deps: Deps, gate: Pick<Gate, 'limits' | 'stopping'>, surface: Surface) {
  const watch = new ResourceWatch(deps)
  const sessions = new Sessions(deps, surface, watch)
  const exchanges = new OpenExchanges(deps)
  const toolsets = new Set(surface.tools.flatMap(({ toolset }) => toolset ?? []))
  const close = () => {
    exchanges.close()
    watch.close()
    void sessions.close()
  }
  gate.stopping.addEventListener('abort', close, { once: true })

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const actor = request.actor as Actor
    const { body } = request
    // The gate already counted one of them.
    for (const _ of Array.isArray(body) ? body.slice(1) : []) gate.limits.take(actor)
    const header = [request.headers['x-atelier-toolsets'] ?? []].flat().join(',')
    const query = request.query as Record<string, unknown>
    const admitted = { actor, choice: readChoice(query, header || undefined, toolsets) }

    exchanges.requireRoom(actor)
    const leaving = new AbortController()
    reply.raw.once('close', () => leaving.abort())
    // The client may have left while the library loaded.
    if (reply.raw.destroyed) leaving.abort()
    const web = toWebRequest(request, deps.config.publicUrl, leaving.signal)
    const asked = { request: web, body, authInfo: buildAuthInfo(admitted), admitted }
    const isLegacy = await isLegacyRequest(web, body)
    const { response, onAnswered, end } = isLegacy
      ? await sessions.handle(asked)
      : await answerAlone(deps, surface, watch, asked)
    const remove = exchanges.add(actor, () => {
      // We end the exchange, so calls in progress are not cancelled.
      void end().finally(() => leaving.abort())
    })
    try {
      await sendWebResponse(reply, response, leaving.signal)
    } finally {
      remove()
      onAnswered()
    }
    return reply
  }
}

/** Passes the actor to the handlers. Contains no secret. */
function buildAuthInfo(admitted: AuthorizedRequest): AuthInfo {
  const { actor } = admitted
  return {
    token: '',
    clientId: actor.credentialId,
    scopes: [...actor.permissions],
    extra: { ...admitted },
  }
}
