/** Maximum lengths implied by formats, for tools that look only for limits. */
const lengthOfFormat: Record<string, number> = { uuid: 36, date: 10 }

/** Keywords with one schema or a list of schemas, and keywords with schemas by name. */
const nested = ['items', 'additionalProperties', 'not', 'anyOf', 'oneOf', 'allOf', 'prefixItems']
const named = ['properties', 'patternProperties', '$defs']

interface Options {
  /** Whether the service receives the value, so fields with a default are optional. */
  isReceived: boolean
  /** Returns the replacement for a schema that has a title. */
  refer: (spelledOut: { title: string }, schema: object) => object
}

/** A schema as the document shows it, including implied sizes and lengths. */
export function spellOut(schema: object, options: Options): object {
  let out: Record<string, unknown> = { ...schema }
  const inside = (part: unknown) => (isObject(part) ? spellOut(part, options) : part)
  for (const keyword of nested) {
    const value = out[keyword]
    if (Array.isArray(value)) out[keyword] = value.map(inside)
    else if (value !== undefined) out[keyword] = inside(value)
  }
  for (const keyword of named) {
    const value = out[keyword]
    if (!isObject(value)) continue
    const entries = Object.entries(value).map(([name, part]) => [name, inside(part)])
    out[keyword] = Object.fromEntries(entries)
  }
  out = withNullFolded(out)
  if (options.isReceived) leaveOutDefaults(out, schema)
  if ([out.type].flat().includes('integer')) {
    if (Array.isArray(out.enum)) {
      out.minimum ??= Math.min(...out.enum)
      out.maximum ??= Math.max(...out.enum)
    }
    out.format ??= isSmall(out) ? 'int32' : 'int64'
  }
  const length = lengthOfFormat[out.format as string]
  if (out.type === 'string' && length) out.maxLength ??= length
  return typeof out.title === 'string' ? options.refer(out as { title: string }, schema) : out
}

/** `anyOf: [{ type: 'string' }, { type: 'null' }]` → `type: ['string', 'null']` */
function withNullFolded({ anyOf, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const [schema, none, ...others] = (anyOf ?? []) as Record<string, unknown>[]
  const isFoldable =
    none?.type === 'null' &&
    others.length === 0 &&
    typeof schema?.type === 'string' &&
    !('enum' in schema || 'const' in schema)
  if (isFoldable) return { ...schema, ...rest, type: [schema.type, 'null'] }
  return anyOf === undefined ? rest : { anyOf, ...rest }
}

function leaveOutDefaults(
  out: Record<string, unknown>,
  { required, properties }: { required?: string[]; properties?: Record<string, object> },
): void {
  const needed = required?.filter((name) => !Object.hasOwn(properties?.[name] ?? {}, 'default'))
  if (needed && needed.length > 0) out.required = needed
  else delete out.required
}

/** Without limits, an integer may be anything that JavaScript represents exactly. */
function isSmall({ minimum, maximum }: { minimum?: unknown; maximum?: unknown }): boolean {
  return Number(minimum) >= -(2 ** 31) && Number(maximum) < 2 ** 31
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
