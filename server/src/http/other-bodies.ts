import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Operation } from './operation.ts'

/**
 * The schema of the body that came, which it fits. Fastify checks the usual one; its own choice by
 * media type would take what it does not know without a look, so the choice is made here.
 */
export function validBody(operation: Operation, request: FastifyRequest): TSchema | undefined {
  const { body, otherBodies } = operation
  if (!otherBodies) return body
  const type = request.mediaType ?? ''
  const schema = Object.hasOwn(otherBodies, type) ? otherBodies[type]?.schema : body
  const validate = request.compileValidationSchema(schema as object, 'body')
  const result = validate(request.body ?? null) as true | { error: Error }
  if (result !== true) throw result.error
  return schema
}
