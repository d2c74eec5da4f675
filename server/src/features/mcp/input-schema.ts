import type { JSONObject } from '@modelcontextprotocol/server'
import type { TSchema } from 'typebox'
import { commaList } from '../../http/body/absent-values.ts'
import { ownFormats } from '../../http/body/time-formats.ts'
import type { CallOptions, OperationInput } from '../../http/call-operation.ts'
import type { Operation } from '../../http/operation.ts'
import { takesName } from './names-to-ids.ts'

type Part = 'params' | 'query' | 'body'

interface ObjectSchema {
  properties?: Record<string, { default?: unknown }>
  required?: string[]
}

/** The input of a tool: one flat object, and the mapping of its fields. */
export interface ToolInput {
  schema: { type: 'object'; properties: Record<string, JSONObject>; required: string[] }
  place(args: Record<string, unknown>): { input: OperationInput; options: CallOptions }
}

const idempotencyKey = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'Makes the call safe to repeat: calls with the same key take effect only once.',
}

const ifMatch = {
  type: 'string',
  description: 'The ETag that you read. The call fails if the record has changed since.',
}

/**
 * Merges path, body and query into one object. A name that occurs in several of them means the
 * first in this order, and the others cannot be set; a test keeps the list of such names.
 */
export function toolInput(operation: Operation): ToolInput {
  const partOf = new Map<string, Part>()
  const properties: Record<string, JSONObject> = {}
  const required: string[] = []
  for (const part of ['params', 'body', 'query'] as const) {
    const { properties: fields = {}, required: needed = [] } = requireObject(operation[part])
    for (const [name, schema] of Object.entries(fields)) {
      if (partOf.has(name)) continue
      partOf.set(name, part)
      properties[name] = takesName(name) ? withNames(plain(schema)) : plain(schema)
      if (needed.includes(name) && schema.default === undefined) required.push(name)
    }
  }
  if (operation.method !== 'GET') properties._idempotency_key = idempotencyKey
  if (operation.problems?.includes('precondition_failed')) properties._if_match = ifMatch
  return {
    schema: { type: 'object', properties, required },
    place: ({ _idempotency_key, _if_match, ...args }) => ({
      input: placed(operation, partOf, args),
      options: {
        ...(_idempotency_key !== undefined && { idempotencyKey: String(_idempotency_key) }),
        ...(_if_match !== undefined && { ifMatch: String(_if_match) }),
      },
    }),
  }
}

/** Clients check arguments against the schema, so it must allow what the tool understands. */
function withNames({ description }: JSONObject): JSONObject {
  const about = 'Id, email, full name or `me`.'
  return {
    type: ['integer', 'string'],
    description: description ? `${description} ${about}` : about,
  }
}

/** Names that occur in several parts; only the first one can be set. */
export function clashingNames(operation: Operation): string[] {
  const names = (['params', 'body', 'query'] as const).flatMap((part) =>
    Object.keys(requireObject(operation[part]).properties ?? {}),
  )
  return names.filter((name, at) => names.indexOf(name) < at)
}

function placed(
  operation: Operation,
  partOf: Map<string, Part>,
  args: Record<string, unknown>,
): OperationInput {
  const parts: Record<Part, Record<string, unknown>> = { params: {}, query: {}, body: {} }
  // The operation rejects unknown names with its usual error.
  const elsewhere = operation.body ? 'body' : 'query'
  for (const [name, value] of Object.entries(args)) {
    parts[partOf.get(name) ?? elsewhere][name] = value
  }
  const { body, ...rest } = parts
  return operation.body ? { ...rest, body } : rest
}

/** An optional body is a union of an object and null. */
function requireObject(schema: TSchema | undefined): ObjectSchema {
  const { anyOf } = (schema ?? {}) as { anyOf?: ObjectSchema[] }
  return anyOf?.find(({ properties }) => properties) ?? ((schema ?? {}) as ObjectSchema)
}

/**
 * The schema as JSON, without TypeBox's extra data and without our own formats: clients warn about
 * unknown formats or reject the tool.
 */
export function plain(schema: object): JSONObject {
  const isOwnFormat = (key: string, value: unknown) =>
    key === 'format' && [...ownFormats, commaList].includes(String(value))
  return JSON.parse(
    JSON.stringify(schema, (key, value) => (isOwnFormat(key, value) ? undefined : value)),
  )
}
