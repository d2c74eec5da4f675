import {
  type AuthInfo,
  type InitializeRequest,
  isInitializeRequest,
  legacyStatelessFallback,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { AuthorizedRequest } from './authorized-request.ts'
import { buildServer, type Connection } from './build-server.ts'
import { RecentMessages } from './recent-messages.ts'
import type { ResourceWatch } from './resource-watch.ts'
import { newSessionId, readSessionId, type SessionFacts } from './session-id.ts'
import { SessionRelay } from './session-relay.ts'
import type { Surface } from './surface.ts'

const idleMs = 3_600_000
const sweepMs = 60_000
const maxOfOneCredential = 100
const maxEnded = 10_000

interface Session {
  id: string
  credentialId: string
  server: Server
  transport: WebStandardStreamableHTTPServerTransport
  lastUsedMs: number
  openAnswers: number
  end(): Promise<void>
}

export interface SessionRequest {
  request: Request
  body: unknown
  authInfo: AuthInfo
  admitted: AuthorizedRequest
}

/**
 * The connections of clients with a revision before 2026. A session lives in the process it first
 * reached, but its id is enough to recreate it in another one. That loses only the added toolsets,
 * the subscriptions and the calls in progress.
 */
export class Sessions {
  readonly #deps: Deps
  readonly #surface: Surface
  readonly #watch: ResourceWatch
  readonly #sessions = new Map<string, Promise<Session>>()
  /** Sessions that clients ended; a signature alone would readmit them. */
  readonly #ended = new Set<string>()
  readonly #passOn: SessionRelay
  readonly #timer: NodeJS.Timeout

  constructor(deps: Deps, surface: Surface, watch: ResourceWatch) {
    this.#deps = deps
    this.#surface = surface
    this.#watch = watch
    this.#passOn = new SessionRelay(deps, (id, message) => {
      void this.#sessions.get(id)?.then(({ transport }) => transport.onmessage?.(message))
    })
    this.#timer = setInterval(() => void this.#sweep(), sweepMs).unref()
  }

  /** Call `onAnswered` when the response is sent, and `end` to stop it early. */
  async handle(
    asked: SessionRequest,
  ): Promise<{ response: Response; onAnswered(): void; end(): Promise<void> }> {
    const session = await this.#find(asked)
    if (!session) return { response: await this.#without(asked), ...nothing }
    session.lastUsedMs = performance.now()
    session.openAnswers++
    const { request, body, authInfo } = asked
    this.#passOn.tell(session.id, body)
    const response = await session.transport.handleRequest(request, {
      authInfo,
      ...(body !== undefined && { parsedBody: body }),
    })
    return {
      response,
      onAnswered: () => {
        session.openAnswers--
        session.lastUsedMs = performance.now()
      },
      end: () => this.#drop(session),
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#passOn.close()
    const sessions = await Promise.allSettled(this.#sessions.values())
    for (const one of sessions) if (one.status === 'fulfilled') await one.value.end()
    this.#sessions.clear()
  }

  async #find({ request, body, admitted }: SessionRequest): Promise<Session | undefined> {
    const { actor } = admitted
    const id = request.headers.get('mcp-session-id')
    if (id === null) {
      return isInitializeRequest(body) ? this.#begin(actor, readFacts(body)) : undefined
    }
    const facts = this.#ended.has(id) ? undefined : readSessionId(this.#deps, actor, id)
    if (!facts) return undefined
    const known = this.#sessions.get(id)
    if (known) return known
    const resumed = this.#resume(id, actor, facts)
    this.#sessions.set(id, resumed)
    resumed.catch(() => this.#sessions.delete(id))
    return resumed
  }

  /** An unknown session is gone. A client without a session is served request by request. */
  async #without({ request, body, authInfo }: SessionRequest): Promise<Response> {
    if (request.headers.has('mcp-session-id')) {
      const error = { code: -32_001, message: 'Session not found' }
      return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 })
    }
    const { log } = this.#deps
    const serve = legacyStatelessFallback(
      () => buildServer(this.#deps, this.#surface, withoutMemory),
      (error) => log.debug({ err: error }, 'rejected a request to /mcp'),
    )
    return serve(request, { authInfo, ...(body !== undefined && { parsedBody: body }) })
  }

  async #begin(actor: Actor, facts: SessionFacts): Promise<Session> {
    const id = newSessionId(this.#deps, actor, facts)
    const session = this.#open(id, actor)
    this.#sessions.set(id, session)
    await this.#makeRoom(actor.credentialId)
    return session
  }

  /** Replays the handshake that took place in another process. */
  async #resume(id: string, actor: Actor, facts: SessionFacts): Promise<Session> {
    const session = await this.#open(id, actor)
    const { protocolVersion, clientName, opensPages } = facts
    const initialize = {
      jsonrpc: '2.0',
      id: 'resume',
      method: 'initialize',
      params: {
        protocolVersion,
        capabilities: opensPages ? { elicitation: { url: {} } } : {},
        clientInfo: { name: clientName, version: 'resumed' },
      },
    }
    const post = async (message: object, headers: Record<string, string>) => {
      const request = new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...headers,
        },
      })
      await (await session.transport.handleRequest(request, { parsedBody: message })).text()
    }
    await post(initialize, {})
    const begun = { jsonrpc: '2.0', method: 'notifications/initialized' }
    await post(begun, { 'mcp-session-id': id })
    return session
  }

  async #open(id: string, actor: Actor): Promise<Session> {
    const watched = new Map<string, () => void>()
    let isEnded = false
    const connection: Connection = {
      enabled: new Set(),
      isEnded: () => isEnded,
      subscribe: async (caller, uri, { canonicalUri }) => {
        watched.get(uri)?.()
        const stop = await this.#watch.watch(caller.actor, new Map([[canonicalUri, uri]]), () => {
          // A client that is not listening right now reads the resource again anyway.
          void server.sendResourceUpdated({ uri }).catch(() => {})
        })
        watched.set(uri, stop)
      },
      unsubscribe: (uri) => {
        watched.get(uri)?.()
        watched.delete(uri)
      },
    }
    const server = buildServer(this.#deps, this.#surface, connection)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: new RecentMessages(),
      retryInterval: 1000,
      onsessionclosed: () => this.#remember(id),
    })
    server.onclose = () => {
      this.#sessions.delete(id)
      for (const stop of watched.values()) stop()
    }
    await server.connect(transport)
    return {
      id,
      credentialId: actor.credentialId,
      server,
      transport,
      lastUsedMs: performance.now(),
      openAnswers: 0,
      end: async () => {
        isEnded = true
        await server.close()
      },
    }
  }

  #remember(id: string): void {
    this.#ended.add(id)
    if (this.#ended.size <= maxEnded) return
    const [oldest] = this.#ended
    this.#ended.delete(oldest as string)
  }

  async #drop(session: Session): Promise<void> {
    this.#sessions.delete(session.id)
    await session.end()
  }

  /** A client with too many sessions loses its oldest ones, which it can resume. */
  async #makeRoom(credentialId: string): Promise<void> {
    const all = await this.#settled()
    const theirs = all.filter((session) => session.credentialId === credentialId)
    const surplus = theirs
      .filter(({ openAnswers }) => openAnswers === 0)
      .toSorted((a, b) => a.lastUsedMs - b.lastUsedMs)
      .slice(0, Math.max(0, theirs.length - maxOfOneCredential))
    for (const session of surplus) await this.#drop(session)
  }

  async #sweep(): Promise<void> {
    const before = performance.now() - idleMs
    for (const session of await this.#settled()) {
      if (session.openAnswers === 0 && session.lastUsedMs < before) await this.#drop(session)
    }
  }

  async #settled(): Promise<Session[]> {
    const all = await Promise.allSettled(this.#sessions.values())
    return all.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  }
}

const nothing = { onAnswered: () => {}, end: async () => {} }

/** For requests without a session. */
export const withoutMemory: Connection = {
  enabled: undefined,
  isEnded: () => false,
  subscribe: async () => {
    const message = 'Subscriptions need a session.'
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, message)
  },
  unsubscribe: () => {},
}

function readFacts({ params }: InitializeRequest): SessionFacts {
  const { protocolVersion, clientInfo, capabilities } = params
  const { elicitation } = capabilities
  return {
    protocolVersion,
    clientName: clientInfo.name,
    opensPages: elicitation?.url !== undefined,
  }
}
