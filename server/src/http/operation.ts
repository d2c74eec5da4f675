import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { JsonNode } from '../lib/exact-json/nodes.ts'
import type { Actor, Permission } from './permissions.ts'
import type { ProblemCode } from './problems.ts'
import type { ServerSentEvent, StreamPosition } from './server-sent-events.ts'
import { upgradeRequired } from './upgrades.ts'

/** What a handler sees of a request. */
export interface Call<Params, Query, Body> {
  actor: Actor
  params: Params
  query: Query
  body: Body
  /** The body to the digit, where the operation is `exact` and there is one. */
  exactBody: JsonNode | undefined
  /** The media type of the body, without parameters, where the operation takes several. */
  mediaType: string | undefined
  /** The caller's `If-Match`, for `requireMatch`. */
  ifMatch: string | undefined
  /** The caller's `Last-Event-ID`, when it takes up a stream again. */
  lastEventId: string | undefined
  /** Path and query as they were asked for, for the links of a page. */
  url: string
  address: string
  userAgent: string | undefined
  requestId: string
  /** Aborted when the caller leaves or the server stops; for answers that take their time. */
  leaving(): AbortSignal
}

interface Description {
  /** operationId: the name of the use case, and of the tool that agents call. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With parameters as in OpenAPI: /api/v1/api-keys/{id} */
  path: string
  aliases?: readonly string[]
  tag: string
  summary: string
  description?: string
  /** A malformed id in the path is answered like one that does not exist. */
  notFound?: ProblemCode
  problems?: readonly ProblemCode[]
  bodyLimitBytes?: number
  /** JSON goes in and out to the digit: the handler gets `exactBody` and may reply with `JsonText`. */
  exact?: boolean
  /** Other media types that the body may come in, each with its schema. */
  otherBodies?: Readonly<Record<string, { schema: TSchema; example: unknown }>>
  /** What an operation that reads bytes itself is sent, for those who read about it. */
  takes?: Readonly<Record<string, { schema: TSchema }>>
  /** The media types of the answer, where it is not JSON. */
  replyTypes?: readonly string[]
  /** Also takes the workspace as `organization` in the address: frames cannot send headers. */
  organizationInQuery?: boolean
  /**
   * The handler waits for someone else: another server, a mail server, an engine. With an
   * Idempotency-Key it therefore runs outside the key's transactions.
   */
  callsOutside?: boolean
  /** The work that goes on after the answer; workflows and MCP clients wait for it. */
  begins?: 'task' | 'transcription' | 'video'
  /** It is a person's word or credential, and counts as theirs: no workflow may do it for them. */
  onlyPeople?: true
  /** Lets requests through to a workspace that is switched off. */
  allowsInactiveWorkspace?: boolean
  example?: { params?: object; query?: object; body?: unknown; reply?: unknown }
}

interface Shapes<P extends TObject, Q extends TObject, B extends TSchema, R extends TSchema> {
  params?: P
  query?: Q
  body?: B
  /** The status of success and what comes with it. */
  status: 200 | 201 | 202 | 204
  reply: R
}

type Handler<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema> = (
  deps: Deps,
  call: Call<Static<P>, Static<Q>, Static<B>>,
) => Promise<Static<R>>

export type Access = Permission | 'any credential' | 'signed-in person' | 'public'

/** An operation as the route table, OpenAPI, tests and tools see it. */
export interface Operation extends Description {
  permission: Access
  params?: TObject
  query?: TObject
  body?: TSchema
  status: number
  reply: TSchema
  /** Answers with `ETag` and honours `If-None-Match`; a function where the record has a tag of its own. */
  etag: boolean | ((result: never) => string)
  handle?: (deps: Deps, call: Call<never, never, never>) => Promise<unknown>
  /** Headers that follow from the result. */
  headers?: (result: never, deps: Pick<Deps, 'config'>) => Record<string, string>
  /** Takes or gives bytes, and writes the response itself. */
  exchange?: (
    deps: Deps,
    call: Call<unknown, unknown, unknown>,
    exchange: Exchange,
  ) => Promise<FastifyReply>
  /** The connection becomes a WebSocket; whoever serves sockets mounts it. */
  socket?: true
  /**
   * The response is a stream of server-sent events; what fails before it begins is answered. An
   * operation that also has `handle` streams only for callers who accept event streams.
   */
  events?: (
    deps: Deps,
    call: Call<never, never, never>,
    signal: AbortSignal,
  ) => Promise<AsyncIterable<ServerSentEvent | StreamPosition>>
}

/** Declares an operation with types that follow from its schemas. */
export function operation<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
>(
  declared: Description &
    Shapes<P, Q, B, R> & {
      permission: Access
      etag?: boolean | ((result: Static<R>) => string)
      handle: Handler<P, Q, B, R>
      headers?: (result: Static<R>, deps: Pick<Deps, 'config'>) => Record<string, string>
    },
): Operation {
  return { etag: false, ...declared } as unknown as Operation
}

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** Declares an operation that takes or gives bytes: its body is a stream, its answer is its own. */
export function fileOperation(
  declared: Description & {
    permission: Access
    params?: TObject
    query?: TObject
    status: number
    reply: TSchema
    exchange: NonNullable<Operation['exchange']>
  },
): Operation {
  return { etag: false, ...declared }
}

/** Declares an operation that answers with server-sent events. */
export function streamingOperation<P extends TObject = TObject, Q extends TObject = TObject>(
  declared: Description & {
    permission: Permission
    params?: P
    query?: Q
    reply: TSchema
    events: (
      deps: Deps,
      call: Call<Static<P>, Static<Q>, undefined>,
      signal: AbortSignal,
    ) => Promise<AsyncIterable<ServerSentEvent | StreamPosition>>
  },
): Operation {
  return { etag: false, status: 200, ...declared } as unknown as Operation
}

/** Declares an operation that answers once, or streams to callers who accept event streams. */
export function streamableOperation<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  R extends TSchema = TSchema,
>(
  declared: Description &
    Shapes<P, Q, TSchema, R> & {
      permission: Access
      handle: Handler<P, Q, TSchema, R>
      events: (
        deps: Deps,
        call: Call<Static<P>, Static<Q>, undefined>,
        signal: AbortSignal,
      ) => Promise<AsyncIterable<ServerSentEvent | StreamPosition>>
    },
): Operation {
  return { etag: false, ...declared } as unknown as Operation
}

/** Declares an operation that turns the connection into a WebSocket. */
export function socketOperation(
  declared: Description & { permission: Access; query: TObject },
): Operation {
  const exchange = async () => {
    throw upgradeRequired()
  }
  return { etag: false, status: 101, reply: Type.Unknown(), socket: true, exchange, ...declared }
}
