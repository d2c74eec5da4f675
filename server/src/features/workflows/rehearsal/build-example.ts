interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  examples?: unknown[]
  format?: string
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  minimum?: number
}

const texts: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2026-01-01T00:00:00.000Z',
  date: '2026-01-01',
  email: 'person@example.com',
  uri: 'https://example.com/',
}

/** A value that a JSON Schema allows, as far as its usual keywords say. */
export function buildExample(schema: unknown, depth = 0): unknown {
  if (schema === null || typeof schema !== 'object' || depth > 10) return null
  const { const: fixed, enum: choices, default: normal, examples, ...given } = schema as JsonSchema
  for (const one of [fixed, normal, examples?.[0], choices?.[0]]) if (one !== undefined) return one
  const [chosen] = given.anyOf ?? given.oneOf ?? []
  if (chosen) return buildExample(chosen, depth + 1)
  if (given.allOf) {
    return Object.assign({}, ...given.allOf.map((part) => buildExample(part, depth + 1)))
  }
  const type = Array.isArray(given.type) ? given.type[0] : given.type
  switch (type) {
    case 'string':
      return texts[given.format ?? ''] ?? 'example'
    case 'integer':
    case 'number':
      return given.minimum ?? 1
    case 'boolean':
      return true
    case 'array':
      return given.items ? [buildExample(given.items, depth + 1)] : []
    case 'object':
      return Object.fromEntries(
        Object.entries(given.properties ?? {}).map(([name, part]) => [
          name,
          buildExample(part, depth + 1),
        ]),
      )
    default:
      return null
  }
}
