import { writeNode } from '@atelier/sdk/src/exact-json/nodes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Deps } from '../deps.ts'
import { Overloaded } from '../lib/fair-semaphore.ts'
import { exactWriter } from './body/exact-reply.ts'
import { validBody } from './body/other-bodies.ts'
import { sendEvents } from './body/server-sent-events.ts'
import { dropUnknownFields, unknownFields } from './body/unknown-fields.ts'
import { computeEtag, matchesAny } from './etag.ts'
import type { Admission } from './gate/admission.ts'
import { countRequest } from './gate/admit.ts'
import type { ConnectionQuota } from './gate/connection-quota.ts'
import type { StoredResponse } from './gate/idempotency.ts'
import type { KnownCredentials } from './gate/known-credentials.ts'
import type { RequestLimits } from './gate/request-limits.ts'
import { idempotencyKey, sendOnce } from './gate/send-once.ts'
import type { Call, Operation } from './operation.ts'
import { type Actor, type Permission, requirePermission, requirePerson } from './permissions.ts'

/** The checks in front of every operation. */
export interface Gate {
  authenticate(request: FastifyRequest, operation: Operation, organization?: string): Promise<Actor>
  known: KnownCredentials
  limits: RequestLimits
  admission: Admission
  /** Open event streams. */
  streams: ConnectionQuota
  /** Calls back whenever credentials may have been revoked. Returns a function that stops this. */
  watchCredentials(onNews: () => void): () => void
  /** Ends responses that would otherwise never end. */
  stopping: AbortSignal
}

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor
    /** Waits until the request may be handled; `leave` lets the next one of its workspace proceed. */
    enter?: () => Promise<void>
    leave?: () => void
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}

export const defaultBodyLimitBytes = 1024 * 1024

/** Mounts all operations except sockets. Those that receive bytes get bodies as streams. */
export function mountAll(
  app: FastifyInstance,
  deps: Deps,
  gate: Gate,
  operations: readonly Operation[],
): void {
  for (const operation of operations) {
    if (!operation.exchange || operation.body) mount(app, deps, gate, operation)
  }
  app.register(async (files) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    for (const operation of operations) {
      if (operation.exchange && !operation.body && !operation.socket)
        mount(files, deps, gate, operation)
    }
  })
}

/** Mounts an operation at its path and aliases: access, validation, handler, response. */
function mount(app: FastifyInstance, deps: Deps, gate: Gate, operation: Operation): void {
  for (const path of [operation.path, ...(operation.aliases ?? [])]) {
    app.route({
      method: operation.method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: operation.bodyLimitBytes ?? defaultBodyLimitBytes,
      config: { operation },
      schema: buildSchema(operation),
      ...(operation.exact && { serializerCompiler: ({ schema }) => exactWriter(schema as object) }),
      onRequest: (request, reply) => admit(gate, operation, request, reply),
      preValidation: async (request) => request.enter?.(),
      preHandler: (request, reply, done) => {
        // Waiting for external services or for the client holds no place.
        if (operation.callsOutside || operation.exchange || operation.events) request.leave?.()
        checkUnknownFields(validBody(operation, request), request, reply)
        if (!operation.workspaceField) return done()
        followWorkspace(gate, operation, request).then(() => done(), done)
      },
      handler: (request, reply) => answer(deps, gate, operation, request, reply),
    })
  }
}

function buildSchema(operation: Operation) {
  const { params, query, body, takes, status, reply, handle, events, exchange } = operation
  const response = { [status]: reply, ...(operation.isPending && { 202: reply }) }
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && !takes && { body }),
    ...((handle || !events) && !exchange && status !== 204 && { response }),
  }
}

async function admit(
  gate: Gate,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (operation.permission === 'public') return
  const actor = await countRequest(gate, request, reply, () =>
    gate.authenticate(request, operation),
  )
  request.actor = actor
  requireAccess(actor, operation)
  let entering: Promise<void> | undefined
  request.enter = () => {
    entering ??= enter(gate, actor.workspaceId, request, reply)
    return entering
  }
}

async function enter(
  { admission }: Gate,
  workspaceId: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const leave = await admission.enter(workspaceId, () => closing(reply))
  request.leave = leave
  reply.raw.once('finish', leave)
  reply.raw.once('close', leave)
  // The client may have disconnected before.
  if (reply.raw.closed) leave()
}

function closing({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const abort = () => gone.abort(new Overloaded('The client has disconnected.'))
  if (raw.closed) abort()
  else raw.once('close', abort)
  return gone.signal
}

/** A person of several workspaces may name one in the body instead of a header. */
async function followWorkspace(
  gate: Gate,
  operation: Operation,
  request: FastifyRequest,
): Promise<void> {
  const named = (request.body as Record<string, unknown>)[operation.workspaceField as string]
  const isChosen = request.headers.organization !== undefined
  if (isChosen || String(named) === String(request.actor?.workspaceId)) return
  request.actor = await gate.authenticate(request, operation, String(named))
  requireAccess(request.actor, operation)
}

function requireAccess(actor: Actor, { permission, orPermission }: Operation): void {
  if (permission === 'signed-in person') requirePerson(actor)
  else if (permission !== 'any credential')
    requirePermission(actor, permission as Permission, orPermission)
}

/** For long-lived responses: the credential may be revoked in the meantime. */
async function isStillAllowed(gate: Gate, operation: Operation, request: FastifyRequest) {
  try {
    const actor = await gate.authenticate(request, operation)
    const { permission } = operation
    return permission === 'any credential' || actor.permissions.has(permission as Permission)
  } catch {
    return false
  }
}

function checkUnknownFields(
  schema: TSchema | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!schema) return
  const dropped = dropUnknownFields(schema, request.body)
  if (dropped.length === 0) return
  if (isStrict(request)) throw unknownFields(dropped)
  const names = dropped.slice(0, 20).map((path) => encodeURI(path))
  reply.header('ignored-fields', names.join(', '))
}

function isStrict(request: FastifyRequest): boolean {
  const prefer = request.headers.prefer
  return [prefer ?? []].flat().some((value) => /(^|[,;\s])handling\s*=\s*"?strict"?/i.test(value))
}

/** Each stream reads the database at every event, so their number is limited. */
function holdStream({ streams }: Gate, actor: Actor, reply: FastifyReply): void {
  streams.require(actor)
  // The client may have disconnected in the meantime.
  if (reply.raw.closed) return
  streams.take(actor)
  reply.raw.once('close', () => streams.giveBack(actor))
}

async function answer(
  deps: Deps,
  gate: Gate,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const call = buildCall(request, reply, gate.stopping)
  if (operation.exchange) return operation.exchange(deps, call, { request, reply })
  const { events } = operation
  if (events && (!operation.handle || wantsStream(request))) {
    holdStream(gate, call.actor, reply)
    await sendEvents(
      reply,
      (signal) => events(deps, call as never, signal),
      {
        stillAllowed: () => isStillAllowed(gate, operation, request),
        watchCredentials: gate.watchCredentials,
      },
      gate.stopping,
    )
    return reply
  }
  if (request.actor && idempotencyKey(request) !== undefined) {
    const keyed = { operation, body: readSentBody(request) }
    return sendOnce(deps, request, reply, keyed, async (inside) =>
      serialise(deps, reply, operation, await run(operation, inside, call)),
    )
  }
  const result = await run(operation, deps, call)
  reply.headers(operation.headers?.(result as never, deps) ?? {})
  if (operation.etag) {
    const etag = computeTag(operation, result)
    reply.header('etag', etag)
    const known = request.headers['if-none-match']
    const isRead = operation.method === 'GET'
    if (isRead && known && matchesAny(known, etag)) return reply.code(304).send()
  }
  return reply
    .code(chooseStatus(operation, result))
    .send(operation.status === 204 ? undefined : result)
}

function run(operation: Operation, deps: Deps, call: Call<unknown, unknown, unknown>) {
  if (!operation.handle) throw new Error(`${operation.id} has no handler`)
  return operation.handle(deps, call as never)
}

function serialise(
  deps: Deps,
  reply: FastifyReply,
  operation: Operation,
  result: unknown,
): StoredResponse {
  const extra = operation.headers?.(result as never, deps) ?? {}
  if (operation.status === 204) return { status: 204, headers: extra, body: '' }
  const status = chooseStatus(operation, result)
  const body = String(reply.code(status).serialize(result))
  const headers: Record<string, string> = {
    ...extra,
    'content-type': 'application/json; charset=utf-8',
  }
  if (operation.etag) headers.etag = computeTag(operation, result)
  return { status, headers, body }
}

function chooseStatus({ status, isPending }: Operation, result: unknown): number {
  return isPending?.(result as never) ? 202 : status
}

function computeTag({ etag }: Operation, result: unknown): string {
  return typeof etag === 'function' ? etag(result as never) : computeEtag(result)
}

/** Distinguishes requests with the same key: 1.0 is not 1.00 where exact digits count. */
function readSentBody({ exactBody, mediaType, body }: FastifyRequest): unknown {
  return exactBody ? [mediaType, writeNode(exactBody)] : body
}

function wantsStream({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/event-stream') === true
}

function buildCall(
  request: FastifyRequest,
  reply: FastifyReply,
  stopping: AbortSignal,
): Call<unknown, unknown, unknown> {
  return {
    actor: request.actor as Actor,
    params: request.params,
    query: request.query,
    body: request.body,
    exactBody: request.exactBody,
    mediaType: request.mediaType,
    ifMatch: request.headers['if-match'],
    lastEventId: request.headers['last-event-id'] as string | undefined,
    url: request.url,
    address: request.ip,
    userAgent: request.headers['user-agent'],
    requestId: request.id,
    leaving: () => {
      request.leave?.()
      const left = new AbortController()
      reply.raw.once('close', () => left.abort())
      return AbortSignal.any([left.signal, stopping])
    },
  }
}
