import { type Problem, problem } from '../problem.ts'

interface JsonSchema {
  type?: unknown
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  additionalProperties?: unknown
  patternProperties?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/**
 * Removes fields that the schema does not name from a body, in place, and returns their paths.
 * Objects declared without properties hold free-form JSON and stay unchanged.
 */
export function dropUnknownFields(schema: JsonSchema, value: unknown, path = ''): string[] {
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) {
    const { items } = schema
    return items
      ? value.flatMap((item, index) => dropUnknownFields(items, item, `${path}${index}.`))
      : []
  }
  const known = knownProperties(schema)
  if (!known) return []
  const record = value as Record<string, unknown>
  return Object.keys(record).flatMap((name) => {
    const declared = Object.hasOwn(known, name) ? known[name] : undefined
    if (declared) return dropUnknownFields(declared, record[name], `${path}${name}.`)
    delete record[name]
    return [`${path}${name}`]
  })
}

/** Undefined if any property is allowed. */
function knownProperties(schema: JsonSchema): Record<string, JsonSchema> | undefined {
  const branches = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].map(knownProperties)
  const own = schema.properties
  const isFree = (schema.anyOf ?? []).some(({ additionalProperties }) => additionalProperties)
  if (isFree || schema.patternProperties || schema.additionalProperties) return undefined
  if (!own && branches.every((branch) => branch === undefined)) return undefined
  return Object.assign({}, ...branches, own)
}

/** The error for callers that asked for strict handling. */
export function unknownFields(paths: string[]): Problem {
  const message = 'is not a field of this operation'
  return problem('validation_failed', {
    detail: `${paths[0]}: ${message}`,
    errors: paths.slice(0, 20).map((path) => ({ path, message })),
  })
}
