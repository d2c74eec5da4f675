import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Deps } from '../deps.ts'
import type { Actor, Permission } from './permissions.ts'
import type { ProblemCode } from './problems.ts'
import type { ServerSentEvent } from './server-sent-events.ts'

/** What a handler sees of a request. */
export interface Call<Params, Query, Body> {
  actor: Actor
  params: Params
  query: Query
  body: Body
  /** The caller's `If-Match`, for `requireMatch`. */
  ifMatch: string | undefined
  /** The caller's `Last-Event-ID`, when it takes up a stream again. */
  lastEventId: string | undefined
  /** Path and query as they were asked for, for the links of a page. */
  url: string
  address: string
  requestId: string
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

export type Access = Permission | 'any credential' | 'public'

/** An operation as the route table, OpenAPI, tests and tools see it. */
export interface Operation extends Description {
  permission: Access
  params?: TObject
  query?: TObject
  body?: TSchema
  status: number
  reply: TSchema
  /** Answers with `ETag` and honours `If-None-Match`. */
  etag: boolean
  handle?: (deps: Deps, call: Call<never, never, never>) => Promise<unknown>
  /** Headers that follow from the result. */
  headers?: (result: never) => Record<string, string>
  /** Takes or gives bytes, and writes the response itself. */
  exchange?: (
    deps: Deps,
    call: Call<unknown, unknown, unknown>,
    exchange: Exchange,
  ) => Promise<FastifyReply>
  /** The response is a stream of server-sent events; what fails before it begins is answered. */
  events?: (
    deps: Deps,
    call: Call<never, never, never>,
    signal: AbortSignal,
  ) => Promise<AsyncIterable<ServerSentEvent>>
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
      etag?: boolean
      handle: Handler<P, Q, B, R>
      headers?: (result: Static<R>) => Record<string, string>
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
    ) => Promise<AsyncIterable<ServerSentEvent>>
  },
): Operation {
  return { etag: false, status: 200, ...declared } as unknown as Operation
}
