import type { JsonNode } from '@atelier/sdk'

export type Kind = JsonNode['kind']

/** Keys of objects and places in arrays, from the top. */
export type Path = readonly (string | number)[]

/** What a value of a kind is before somebody gives it another. */
export const emptyOf: Record<Kind, JsonNode> = {
  object: { kind: 'object', members: [] },
  array: { kind: 'array', items: [] },
  string: { kind: 'string', value: '' },
  number: { kind: 'number', digits: '0' },
  boolean: { kind: 'boolean', value: false },
  null: { kind: 'null' },
}
