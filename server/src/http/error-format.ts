import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Operation } from './operation.ts'
import type { Problem } from './problem.ts'

/** How another service reports errors, so that its clients raise their own exceptions. */
export interface ErrorFormat {
  /** For the API document. */
  mediaType: string
  schema: TSchema
  send(failure: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

/** The format for a path that no operation has: that of the operations with the same first part. */
export function chooseFormat(operations: readonly Operation[]) {
  const formats = new Map<string, ErrorFormat>()
  for (const { path, errorFormat } of operations) {
    if (errorFormat && !formats.has(firstPart(path))) formats.set(firstPart(path), errorFormat)
  }
  return (path: string): ErrorFormat | undefined => formats.get(firstPart(path))
}

function firstPart(path: string): string {
  return path.split('/')[1] ?? ''
}
