import type { IncomingHttpHeaders } from 'node:http'
import { isBrokenText } from '../../../http/body/json-body.ts'
import { problem } from '../../../http/problem.ts'
import { findJsonExcess } from '../../../lib/json-excess.ts'

const maxValues = 50_000
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** The body of a delivery: JSON, the fields of a form, or text. Null if there is none. */
export function readHookBody(contentType: string | undefined, raw: Buffer): unknown {
  if (raw.length === 0) return null
  const text = decode(raw)
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/x-www-form-urlencoded') return formFields(new URLSearchParams(text))
  if (/^application\/([\w.-]+\+)?json$/.test(type)) return parseJson(text)
  return storable('', text)
}

function decode(raw: Buffer): string {
  try {
    return utf8.decode(raw)
  } catch {
    throw problem('unsupported_media_type', {
      detail: 'The body must be JSON, a form or text in UTF-8.',
    })
  }
}

function parseJson(text: string): unknown {
  const excess = findJsonExcess(text, maxValues)
  if (excess) throw problem('malformed_json', { detail: `The body cannot be read: ${excess}.` })
  try {
    return JSON.parse(text, storable)
  } catch {
    throw problem('malformed_json')
  }
}

/** The fields of a form or a query. A repeated field is a list. */
export function formFields(fields: URLSearchParams): Record<string, unknown> {
  const names = [...new Set(fields.keys())].filter((name) => name !== '__proto__').slice(0, 1000)
  return Object.fromEntries(
    names.map((name) => {
      const values = fields.getAll(name).map((value) => storable('', value))
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}

/** PostgreSQL cannot store every string that JSON can write. */
function storable(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined
  if (typeof value !== 'string' || !isBrokenText(value)) return value
  return value.replaceAll('\0', '').toWellFormed()
}

const hidden = /^((proxy-)?authorization|cookie)$|signature/

/** The headers that expressions see, without credentials. */
export function hookHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => !hidden.test(name))
  return Object.fromEntries(
    entries.slice(0, 100).map(([name, value]) => [name, String(value).slice(0, 4000)]),
  )
}
