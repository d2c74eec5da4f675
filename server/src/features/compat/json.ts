import type { FastifyReply } from 'fastify'
import { problem } from '../../http/problem.ts'
import { findJsonExcess } from '../../lib/json-excess.ts'

/** Sends JSON from an operation that writes its own response. */
export function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json').serializer(String).send(JSON.stringify(body))
}

type Reviver = (key: string, value: unknown) => unknown

/** Parses a JSON object that came as a stream or in a field of a form. */
export function parseObject(
  text: string,
  maxValues: number,
  reviver?: Reviver,
): Record<string, unknown> {
  const excess = findJsonExcess(text, maxValues)
  if (excess) throw problem('malformed_json', { detail: `The JSON cannot be read: ${excess}.` })
  const value = parse(text, reviver)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw problem('malformed_json', { detail: 'The JSON must be an object.' })
  }
  return value as Record<string, unknown>
}

function parse(text: string, reviver: Reviver | undefined): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch {
    throw problem('malformed_json')
  }
}
