import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { isBrokenText } from '../../../http/json-body.ts'
import { problem } from '../../../http/problem.ts'
import { findJsonExcess } from '../../../lib/json-excess.ts'

const maxBytes = 256 * 1024
const maxValues = 10_000

/** The payload of a request: JSON, or a form with JSON in its field `payload`. */
export async function readPayload(request: FastifyRequest): Promise<Record<string, unknown>> {
  const text = await textOf(request.body as Readable | undefined)
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const json = isForm ? (new URLSearchParams(text).get('payload') ?? text) : text
  const excess = findJsonExcess(json, maxValues)
  if (excess) throw problem('malformed_json', { detail: `The payload cannot be read: ${excess}.` })
  const payload = parse(json)
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw problem('malformed_json', { detail: 'The payload must be a JSON object.' })
  }
  return payload as Record<string, unknown>
}

function parse(json: string): unknown {
  try {
    // PostgreSQL cannot store every string that JSON can write.
    return JSON.parse(json, (_key, value) =>
      typeof value === 'string' && isBrokenText(value)
        ? value.replaceAll('\0', '').toWellFormed()
        : value,
    )
  } catch {
    throw problem('malformed_json')
  }
}

async function textOf(body: Readable | undefined): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw problem('body_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
