import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Operation } from '../operation.ts'

/**
 * Validates the body against the schema for its media type and returns that schema. Fastify checks
 * only the default one: its own selection by media type would accept unknown types unchecked.
 */
export function validBody(operation: Operation, request: FastifyRequest): TSchema | undefined {
  const { body, takes, handle } = operation
  if (!takes || !handle) return body
  const type = request.mediaType ?? ''
  const schema = Object.hasOwn(takes, type) ? takes[type]?.schema : body
  const validate = request.compileValidationSchema(schema as object, 'body')
  const result = validate(request.body ?? null) as true | { error: Error }
  if (result !== true) throw result.error
  return schema
}
