import type { JsonNode } from '@atelier/sdk/src/exact-json/nodes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TNull, type TObject, type TSchema, Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { ServerSentEvent, StreamPosition } from './body/server-sent-events.ts'
import type { ErrorFormat } from './error-format.ts'
import { upgradeRequired } from './gate/upgrades.ts'
import type { Actor, Permission } from './permissions.ts'
import type { ProblemCode } from './problems.ts'

/** A request as a handler sees it. */
export interface Call<Params, Query, Body> {
  actor: Actor
  params: Params
  query: Query
  body: Body
  /** The body with its exact digits, if the operation is `exact` and there is a body. */
  exactBody: JsonNode | undefined
  /** The media type of the body without parameters, if the operation accepts several. */
  mediaType: string | undefined
  /** The caller's `If-Match`, for `requireMatch`. */
  ifMatch: string | undefined
  /** The caller's `Last-Event-ID`, if it resumes a stream. */
  lastEventId: string | undefined
  /** Path and query as requested, for the links of a page. */
  url: string
  address: string
  userAgent: string | undefined
  requestId: string
  /** Aborts when the caller disconnects or the server stops; for slow responses. */
  leaving(): AbortSignal
}

/** `bearer`: as the token of `Authorization: Bearer`. The others are headers. */
export type KeyPlace = 'bearer' | 'xi-api-key' | 'x-api-key'

export interface Description {
  /** operationId: the name of the use case, and of the tool that agents call. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With parameters as in OpenAPI: /api/v1/api-keys/{id} */
  path: string
  aliases?: readonly string[]
  tag: string
  summary: string
  description?: string
  /** Also admits. The handler then checks which permission the record needs. */
  orPermission?: Permission
  /** The problem for a malformed id in the path, the same as for one that does not exist. */
  notFound?: ProblemCode
  problems?: readonly ProblemCode[]
  bodyLimitBytes?: number
  /** The number of values in a JSON body, if it may be more than usual. */
  bodyLimitValues?: number
  /** JSON keeps its exact digits: the handler gets `exactBody` and may reply with `JsonText`. */
  exact?: boolean
  /** Other media types that the body may have. Operations that exchange bytes read it themselves. */
  takes?: Readonly<Record<string, { schema: TSchema; example?: unknown }>>
  /** The media types of the response, if it is not JSON. */
  replyTypes?: readonly string[]
  /** Also accepts an API key where the clients of another service send it. */
  keyPlaces?: readonly KeyPlace[]
  /** Errors in the format of another service, so that its clients understand them. */
  errorFormat?: ErrorFormat
  /**
   * The handler waits for an external service: another server, a mail server, an engine. With an
   * Idempotency-Key it therefore runs outside the key's transactions.
   */
  callsOutside?: boolean
  /** The work that continues after the response; workflows and MCP clients wait for it. */
  begins?: 'task' | 'transcription' | 'video'
  /** The `result` of the task that it begins, once it has succeeded. Clients get its type. */
  result?: TSchema
  /** A personal statement or credential that counts as the person's own: no workflow may do it. */
  onlyPeople?: true
  /** Allows requests of administrators to a deactivated workspace. */
  allowsInactiveWorkspace?: boolean
  /** Answers `notFound` also if the `Organization` or `Space` header names an inaccessible one. */
  hidesScope?: true
  /** The field of the body that names the workspace, for callers that send no `Organization`. */
  workspaceField?: string
  example?: { params?: object; query?: object; body?: unknown; reply?: unknown }
}

/** The success of an operation: 202 if work `begins`, 204 without a reply, otherwise 200. */
export interface Response<R extends TSchema> {
  status?: number
  reply?: R
  /** Sends `ETag` and honors `If-None-Match`. A function if the record has its own tag. */
  etag?: boolean | ((result: Static<R>) => string)
  /** Whether the work is not finished yet: the status is then 202 instead. */
  isPending?: (result: Static<R>) => boolean
  /** Headers derived from the result. */
  headers?: (result: Static<R>, deps: Pick<Deps, 'config'>) => Record<string, string>
}

/** What an operation does: it returns a value, exchanges bytes, or sends events. */
export type Work<Params, Query, Body, R extends TSchema> =
  | {
      handle: (deps: Deps, call: Call<Params, Query, Body>) => Promise<Static<R>>
      /** Used for callers that accept event streams. */
      events?: EventSource<Params, Query>
      exchange?: undefined
    }
  | {
      /** Receives or sends bytes, and writes the response itself. */
      exchange: (
        deps: Deps,
        call: Call<Params, Query, Body>,
        exchange: Exchange,
      ) => Promise<FastifyReply>
      handle?: undefined
      events?: undefined
    }
  | { events: EventSource<Params, Query>; handle?: undefined; exchange?: undefined }

type EventSource<Params, Query> = (
  deps: Deps,
  call: Call<Params, Query, undefined>,
  signal: AbortSignal,
) => Promise<AsyncIterable<ServerSentEvent | StreamPosition>>

export type Access = Permission | 'any credential' | 'signed-in person' | 'public'

/** An operation as the route table, OpenAPI, tests and tools see it. */
export interface Operation extends Description {
  permission: Access
  params?: TObject
  query?: TObject
  body?: TSchema
  status: number
  reply: TSchema
  etag: boolean | ((result: never) => string)
  handle?: (deps: Deps, call: Call<never, never, never>) => Promise<unknown>
  isPending?: (result: never) => boolean
  headers?: (result: never, deps: Pick<Deps, 'config'>) => Record<string, string>
  /** Receives or sends bytes, and writes the response itself. */
  exchange?: (
    deps: Deps,
    call: Call<unknown, unknown, unknown>,
    exchange: Exchange,
  ) => Promise<FastifyReply>
  /** The connection becomes a WebSocket. The socket server mounts it. */
  socket?: true
  /**
   * The response is a stream of server-sent events. Failures before it starts get a normal error
   * response. If there is also `handle`, only callers that accept event streams get a stream.
   */
  events?: (
    deps: Deps,
    call: Call<never, never, never>,
    signal: AbortSignal,
  ) => Promise<AsyncIterable<ServerSentEvent | StreamPosition>>
}

/**
 * Declares an operation; its types follow from its schemas. If it exchanges bytes, its body is a
 * stream, except with a schema: then it is validated JSON.
 */
export function operation<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  R extends TSchema = TNull,
>(
  declared: Description & { permission: Access; params?: P; query?: Q; body?: B } & Response<R> &
    Work<Static<P>, Static<Q>, Static<B>, R>,
): Operation {
  const { reply = Type.Null(), begins } = declared
  const status = begins ? 202 : Type.IsNull(reply) ? 204 : 200
  return { status, reply, etag: false, ...declared } as unknown as Operation
}

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
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
