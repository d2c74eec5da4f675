import type { JsonNode } from '@atelier/sdk'

export type Kind = JsonNode['kind']

/** Object keys and array indexes, from the root. */
export type Path = readonly (string | number)[]

/** The initial value of each kind. */
export const emptyOf: Record<Kind, JsonNode> = {
  object: { kind: 'object', members: [] },
  array: { kind: 'array', items: [] },
  string: { kind: 'string', value: '' },
  number: { kind: 'number', digits: '0' },
  boolean: { kind: 'boolean', value: false },
  null: { kind: 'null' },
}
