import { parseJson } from '@atelier/sdk/src/exact-json/parse.ts'
import type { Deps } from '../deps.ts'
import { writeJson } from '../lib/exact-json/json-text.ts'
import { exactWriter } from './body/exact-reply.ts'
import { dropUnknownFields, unknownFields } from './body/unknown-fields.ts'
import { compileValidator, replyWriter, type Validator } from './body/validation.ts'
import type { Admission } from './gate/admission.ts'
import { once, type StoredResponse } from './gate/idempotency.ts'
import type { Call, Operation } from './operation.ts'
import { type Actor, type Permission, requirePermission } from './permissions.ts'
import { problem } from './problem.ts'

export interface OperationInput {
  params?: object
  query?: object
  body?: unknown
}

export interface CallOptions {
  /** Runs a write only once, like the header of the same name. */
  idempotencyKey?: string
  ifMatch?: string
  signal?: AbortSignal
  /** Called when the operation starts to wait for something other than the database. */
  onWaiting?: () => void
}

/**
 * Calls operations internally, for workflows and agents' tools: with the same permission, schemas,
 * use case, idempotency and reply as over HTTP. Unknown fields are rejected.
 */
export interface OperationCaller {
  operations: readonly Operation[]
  find(id: string): Operation | undefined
  /** Validates an input without calling the operation; throws if it is invalid. */
  check(operation: Operation, input: OperationInput): void
  call(
    deps: Deps,
    actor: Actor,
    id: string,
    input: OperationInput,
    options?: CallOptions,
  ): Promise<StoredResponse>
}

interface CompiledOperation {
  params: Validator | undefined
  query: Validator | undefined
  body: Validator | undefined
  write: (reply: unknown) => string
}

/**
 * Whether an operation returns a value to a program. Sockets, streams and files need a connection,
 * and operations for signed-in people only are not for programs.
 */
export function isCallable(operation: Operation): boolean {
  const { handle, permission } = operation
  return handle !== undefined && permission !== 'public' && permission !== 'signed-in person'
}

export function operationCaller(operations: readonly Operation[]): OperationCaller {
  const callable = operations.filter(isCallable)
  const byId = new Map(callable.map((one) => [one.id, one]))
  const prepared = new Map<string, CompiledOperation>()

  function prepare(operation: Operation): CompiledOperation {
    const known = prepared.get(operation.id)
    if (known) return known
    const { params, query, body, reply, exact } = operation
    const made = {
      params: params && compileValidator(params, 'params'),
      query: query && compileValidator(query, 'querystring'),
      body: body && compileValidator(body, 'body'),
      write: exact ? exactWriter(reply) : replyWriter(reply),
    }
    prepared.set(operation.id, made)
    return made
  }

  function check(operation: Operation, input: OperationInput): Required<OperationInput> {
    const { params, query, body } = prepare(operation)
    const checked = structuredClone({
      params: input.params ?? {},
      query: input.query ?? {},
      body: input.body,
    })
    for (const part of ['params', 'query'] as const) {
      const schema = operation[part]
      const dropped = Object.keys(checked[part]).filter((name) => !schema?.properties[name])
      if (dropped.length > 0) throw unknownFields(dropped)
    }
    must(params?.(checked.params))
    must(query?.(checked.query))
    must(body?.(checked.body ?? null))
    const dropped = operation.body ? dropUnknownFields(operation.body, checked.body) : []
    if (dropped.length > 0) throw unknownFields(dropped)
    return checked
  }

  return {
    operations: callable,
    find: (id) => byId.get(id),
    check,
    call: async (deps, actor, id, input, options = {}) => {
      const operation = byId.get(id)
      if (!operation) throw problem('route_not_found', { detail: `There is no operation ${id}.` })
      const { permission, orPermission } = operation
      if (permission !== 'any credential')
        requirePermission(actor, permission as Permission, orPermission)
      const checked = check(operation, input)
      const call = buildCall(operation, actor, checked, options)
      const run = async (inside: Deps): Promise<StoredResponse> => {
        const result = await operation.handle?.(inside, call as never)
        const { status } = operation
        const body = status === 204 ? '' : prepare(operation).write(result)
        return { status, headers: operation.headers?.(result as never, deps) ?? {}, body }
      }
      const { idempotencyKey: key } = options
      if (key === undefined || operation.method === 'GET') return run(deps)
      const url = buildUrl(operation, checked)
      const keyed = { key, actor, operation, url, instance: operation.path }
      return once(deps, { ...keyed, body: checked.body }, run)
    },
  }
}

/** The same calls, admitted like requests over HTTP. */
export function admittedCaller(caller: OperationCaller, admission: Admission): OperationCaller {
  return {
    ...caller,
    call: async (deps, actor, id, input, options) => {
      const signal = options?.signal
      const leave = await admission.enter(actor.workspaceId, signal && (() => signal))
      if (caller.find(id)?.callsOutside) leave()
      return caller.call(deps, actor, id, input, { ...options, onWaiting: leave }).finally(leave)
    },
  }
}

function must(result: ReturnType<Validator> | undefined): void {
  if (result !== undefined && result !== true) throw result.error
}

function buildCall(
  operation: Operation,
  actor: Actor,
  { params, query, body }: Required<OperationInput>,
  { ifMatch, signal, onWaiting }: CallOptions,
): Call<unknown, unknown, unknown> {
  return {
    actor,
    params,
    query,
    body,
    exactBody: operation.exact && body !== undefined ? parseJson(writeJson(body)) : undefined,
    mediaType: undefined,
    ifMatch,
    lastEventId: undefined,
    url: buildUrl(operation, { params, query }),
    address: '',
    userAgent: undefined,
    requestId: actor.requestId ?? '',
    leaving: () => {
      onWaiting?.()
      return signal ?? new AbortController().signal
    },
  }
}

/** Path and query as an HTTP client would write them. */
function buildUrl(
  { path }: Operation,
  { params, query }: { params: object; query: object },
): string {
  const values = params as Record<string, unknown>
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(values[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}
