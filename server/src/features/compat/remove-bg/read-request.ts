import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { readBytes } from '../../../http/body/read-bytes.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { type FormFile, type ReceivedForm, receiveForm } from '../../assets/receive-form.ts'
import { largestImageBytes } from '../../image-tools/image-source.ts'
import { parseObject } from '../json.ts'

/** An image in base64, and the other fields. */
const maxBodyBytes = Math.ceil((largestImageBytes * 4) / 3) + 64 * 1024

const maxValues = 1000

/** No parameter is a list or an object. */
const simple = new Set(['string', 'number', 'boolean'])

const fileFields = ['image_file', 'bg_image_file']

/** Reads the parameters from a multipart form, a URL-encoded form or JSON. */
export async function readRequest(deps: Deps, request: FastifyRequest): Promise<ReceivedForm> {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  const form = await readForm(deps, request, type)
  const [encoded] = form.fields.get('image_file_b64') ?? []
  if (!encoded) return form
  form.fields.delete('image_file_b64')
  return { ...form, files: [...form.files, await storeBase64(deps, encoded)] }
}

async function readForm(
  deps: Deps,
  request: FastifyRequest,
  type: string | undefined,
): Promise<ReceivedForm> {
  if (type === 'multipart/form-data') {
    return receiveForm(deps, request, {
      isFileField: (field) => fileFields.includes(field),
      maxFiles: 2,
      maxFileBytes: largestImageBytes,
      maxFieldBytes: maxBodyBytes,
    })
  }
  if (type === 'application/x-www-form-urlencoded') {
    const fields = new Map<string, string[]>()
    for (const [name, value] of new URLSearchParams(await readText(request)))
      fields.set(name, [value])
    return { fields, files: [] }
  }
  if (type === 'application/json')
    return { fields: parseFields(await readText(request)), files: [] }
  throw problem('unsupported_media_type', {
    detail: 'Send multipart/form-data, application/x-www-form-urlencoded or application/json.',
  })
}

async function readText(request: FastifyRequest): Promise<string> {
  return (await readBytes(request, maxBodyBytes)).toString('utf8')
}

function parseFields(text: string): Map<string, string[]> {
  const body = parseObject(text, maxValues)
  const entries = Object.entries(body).filter(([, value]) => simple.has(typeof value))
  return new Map(entries.map(([name, value]) => [name, [String(value)]]))
}

async function storeBase64({ storage }: Deps, encoded: string): Promise<FormFile> {
  const bytes = Buffer.from(encoded.replace(/^data:[^,]*,/, ''), 'base64')
  if (bytes.length === 0) throw invalid('image_file_b64', 'must be an image in base64')
  const stored = await storage.putContent(bytes, { maxBytes: largestImageBytes })
  return { ...stored, field: 'image_file', name: 'image', type: 'application/octet-stream' }
}
