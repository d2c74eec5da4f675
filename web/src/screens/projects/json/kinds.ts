import { type JsonNode, objectNode, stringNode } from '@atelier/sdk'

export type Kind = JsonNode['kind']

/** Object keys and array indexes, from the root. */
export type Path = readonly (string | number)[]

export const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** The initial value of each kind. */
export const emptyOf: Record<Kind, JsonNode> = {
  object: objectNode([]),
  array: { kind: 'array', items: [] },
  string: stringNode(''),
  number: { kind: 'number', source: '0' },
  boolean: { kind: 'boolean', source: 'false' },
  null: { kind: 'null', source: 'null' },
}
