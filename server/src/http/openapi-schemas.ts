/** How long what has a format can be; for readers that look for limits only. */
const lengthOfFormat: Record<string, number> = { uuid: 36, date: 10 }

/** Keywords with one schema or a list of them, and keywords with schemas by name. */
const nested = ['items', 'additionalProperties', 'not', 'anyOf', 'oneOf', 'allOf', 'prefixItems']
const named = ['properties', 'patternProperties', '$defs']

/** A schema as the document shows it: sizes and lengths that follow from the rest. */
export function spellOut(schema: object): object {
  const out: Record<string, unknown> = { ...schema }
  for (const keyword of nested) {
    const inside = out[keyword]
    if (Array.isArray(inside)) out[keyword] = inside.map(spellOut)
    else if (isObject(inside)) out[keyword] = spellOut(inside)
  }
  for (const keyword of named) {
    const inside = out[keyword]
    if (!isObject(inside)) continue
    const entries = Object.entries(inside).map(([name, part]) => [name, spellOut(part as object)])
    out[keyword] = Object.fromEntries(entries)
  }
  if ([out.type].flat().includes('integer')) {
    if (Array.isArray(out.enum)) {
      out.minimum ??= Math.min(...out.enum)
      out.maximum ??= Math.max(...out.enum)
    }
    out.format ??= isSmall(out) ? 'int32' : 'int64'
  }
  const length = lengthOfFormat[out.format as string]
  if (out.type === 'string' && length) out.maxLength ??= length
  return out
}

/** Without limits it may be anything that JavaScript counts exactly. */
function isSmall({ minimum, maximum }: { minimum?: unknown; maximum?: unknown }): boolean {
  return Number(minimum) >= -(2 ** 31) && Number(maximum) < 2 ** 31
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
