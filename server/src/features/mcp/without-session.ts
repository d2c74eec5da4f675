import {
  createMcpHandler,
  type ServerEvent,
  type ServerEventBus,
} from '@modelcontextprotocol/server'
import type { Deps } from '../../deps.ts'
import { buildServer, firstRead } from './build-server.ts'
import { findTool } from './common/any-tool.ts'
import type { ResourceWatch } from './resource-watch.ts'
import { type SessionRequest, withoutMemory } from './sessions.ts'
import type { Surface } from './surface.ts'

const maxSubscriptions = 100

interface Message {
  method?: string
  params?: { name?: string; notifications?: { resourceSubscriptions?: string[] } }
}

/**
 * Answers a request of the 2026 revision, which carries everything it needs. A client that
 * disconnects cancels it.
 */
export async function answerAlone(
  deps: Deps,
  surface: Surface,
  watch: ResourceWatch,
  { request, body, authInfo, admitted }: SessionRequest,
): Promise<{ response: Response; onAnswered(): void; end(): Promise<void> }> {
  let isEnded = false
  const message = (body ?? {}) as Message
  const listeners = new Set<(event: ServerEvent) => void>()
  const bus: ServerEventBus = {
    publish: () => {},
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const wanted =
    message.method === 'subscriptions/listen'
      ? (message.params?.notifications?.resourceSubscriptions ?? [])
      : []
  const caller = { deps, actor: admitted.actor }
  const uris = new Map<string, string>()
  for (const uri of wanted.slice(0, maxSubscriptions)) {
    const found = await firstRead(surface.resources, caller, uri)
    if (found) uris.set(found.canonicalUri, uri)
  }
  const stop =
    uris.size === 0
      ? () => {}
      : await watch.watch(caller.actor, uris, (uri) => {
          for (const listener of listeners) listener({ kind: 'resource_updated', uri })
        })
  const connection = { ...withoutMemory, isEnded: () => isEnded }
  const handler = createMcpHandler(() => buildServer(deps, surface, connection), {
    legacy: 'reject',
    bus,
    // A stream shows from the start that the request is in progress.
    responseMode: isSlow(surface, message) ? 'sse' : 'auto',
    onerror: (error) => deps.log.debug({ err: error }, 'rejected a request to /mcp'),
  })
  const response = await handler.fetch(request, {
    authInfo,
    ...(body !== undefined && { parsedBody: body }),
  })
  return {
    response,
    onAnswered: stop,
    end: async () => {
      isEnded = true
      await handler.close()
    },
  }
}

function isSlow({ tools }: Surface, { method, params }: Message): boolean {
  if (method !== 'tools/call') return false
  return findTool(tools, String(params?.name))?.isSlow === true
}
