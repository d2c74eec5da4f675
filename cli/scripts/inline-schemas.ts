import { type ApiDocument, readRefName } from '../../sdk/scripts/document.ts'

/** Inlines every named schema where it is used, because flags come from fields. */
export function inlineSchemas(document: ApiDocument): ApiDocument {
  const { schemas } = document.components
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline)
    if (value === null || typeof value !== 'object') return value
    const { $ref, ...own } = value as { $ref?: string }
    if (!$ref?.startsWith('#/components/schemas/')) return mapValues(value, inline)
    return { ...(inline(schemas[readRefName({ $ref })]) as object), ...own }
  }
  return { ...document, paths: inline(document.paths) as ApiDocument['paths'] }
}

function mapValues(object: object, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
