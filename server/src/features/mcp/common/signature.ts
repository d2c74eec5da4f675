import type { JSONObject, JSONValue } from '@modelcontextprotocol/server'

const maxDepth = 2
const maxNote = 100

/**
 * The arguments of a tool in one line each, a fifth of the size of their schema:
 * `title: string` is required, `priority?: "low" | "high"` is not.
 */
export function describeSignature(schema: JSONObject, depth = 0): Record<string, string> {
  const properties = (schema.properties ?? {}) as Record<string, JSONObject>
  const required = (schema.required ?? []) as string[]
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const label = required.includes(name) ? name : `${name}?`
      return [label, describeType(property, depth) + describeNote(property)]
    }),
  )
}

function describeType(schema: JSONObject, depth: number): string {
  const { type, anyOf, items, properties, format } = schema
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (Array.isArray(anyOf)) {
    return [...new Set(anyOf.map((one) => describeType(one as JSONObject, depth)))].join(' | ')
  }
  if (type === 'array') return `${describeType((items ?? {}) as JSONObject, depth)}[]`
  if (properties && depth < maxDepth) {
    const fields = Object.entries(describeSignature(schema, depth + 1))
    return `{ ${fields.map(([name, text]) => `${name}: ${text}`).join('; ')} }`
  }
  return typeName(type) + (typeof format === 'string' ? ` (${format})` : '')
}

function typeName(type: JSONValue | undefined): string {
  if (Array.isArray(type)) return type.join(' | ')
  return typeof type === 'string' ? type : 'any'
}

function describeNote({ description, default: standard }: JSONObject): string {
  const about = typeof description === 'string' ? ` — ${description.slice(0, maxNote)}` : ''
  const value = standard === undefined ? '' : ` = ${JSON.stringify(standard)}`
  return value + about
}
