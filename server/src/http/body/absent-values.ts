interface JsonSchema {
  type?: unknown
  format?: string
  maximum?: number
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** The format of a text with several values, separated by commas. */
export const commaList = 'comma-list'

/** Parameters for the size of a page. Larger values than allowed mean the largest page. */
const pageSizes = ['page_size', 'per_page', 'limit']

/**
 * Prepares a query for validation, in place. An empty parameter means the same as none, a repeated
 * one is a list, and a page size beyond the limit is the limit.
 */
export function normalizeQuery(schema: JsonSchema, query: Record<string, unknown>): void {
  for (const [name, given] of Object.entries(query)) {
    const values = [given].flat().filter((value) => value !== '')
    const declared = schema.properties?.[name]
    if (values.length === 0) delete query[name]
    else if (values.length === 1) query[name] = values[0]
    else query[name] = declared?.format === commaList ? values.join(',') : values
    const { maximum } = declared ?? {}
    if (maximum === undefined || !pageSizes.includes(name)) continue
    if (/^\d+$/.test(String(query[name])) && Number(query[name]) > maximum) query[name] = maximum
  }
}

/**
 * Removes optional fields that are null from a body, in place: null means that the field is absent.
 * Fields that can be null, because null clears a value, keep it.
 */
export function dropNulls(schema: JsonSchema, value: unknown): void {
  if (value === null || typeof value !== 'object') return
  if (Array.isArray(value)) {
    const { items } = schema
    if (items) for (const item of value) dropNulls(items, item)
    return
  }
  const record = value as Record<string, unknown>
  for (const branch of [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) {
    for (const [name, declared] of Object.entries(branch.properties ?? {})) {
      if (!Object.hasOwn(record, name)) continue
      if (record[name] !== null) dropNulls(declared, record[name])
      else if (!branch.required?.includes(name) && !acceptsNull(declared)) delete record[name]
    }
  }
}

function acceptsNull({ type, enum: values, const: only, anyOf, allOf, ...rest }: JsonSchema) {
  if (anyOf) return anyOf.some((branch): boolean => acceptsNull(branch))
  if (allOf) return allOf.every((branch): boolean => acceptsNull(branch))
  if (values) return values.includes(null)
  if (type !== undefined) return [type].flat().includes('null')
  // A schema without a type takes any JSON.
  return only === undefined && rest.properties === undefined
}
