import type { FastifyRequest } from 'fastify'
import { isBrokenText } from '../../../http/body/json-body.ts'
import { readBytes } from '../../../http/body/read-bytes.ts'
import { parseObject } from '../json.ts'

const maxBytes = 256 * 1024
const maxValues = 10_000

/** The payload of a request: JSON, or a form with JSON in its field `payload`. */
export async function readPayload(request: FastifyRequest): Promise<Record<string, unknown>> {
  const text = (await readBytes(request, maxBytes)).toString('utf8')
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const json = isForm ? (new URLSearchParams(text).get('payload') ?? text) : text
  return parseObject(json, maxValues, storable)
}

/** PostgreSQL cannot store every string that JSON can write. */
function storable(_key: string, value: unknown): unknown {
  if (typeof value !== 'string' || !isBrokenText(value)) return value
  return value.replaceAll('\0', '').toWellFormed()
}
