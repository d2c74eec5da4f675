import type { Schema } from '../../sdk/scripts/document.ts'
import type { JsonType, Shape } from '../src/operations/spec.ts'

/** The schema keywords that the SDK's scripts don't use. */
export interface FullSchema extends Schema {
  enum?: (string | number | boolean)[]
  const?: string | number | boolean
  anyOf?: FullSchema[]
  format?: string
  minimum?: number
}

/** The values that a schema of the document allows. */
export function describeShape(schema: FullSchema): Shape {
  const ways = (schema.anyOf ?? [schema]).map(describeSingleShape)
  const first = ways[0] as Shape
  const isAnything = ways.some(({ types }) => types === undefined)
  const choices = ways.flatMap((way) => way.enum ?? [])
  const items = ways.find((way) => way.items)?.items
  return {
    ...(ways.length === 1 || ways.at(-1)?.types?.join() === 'null' ? first : {}),
    ...(!isAnything && { types: [...new Set(ways.flatMap(({ types }) => types ?? []))] }),
    ...(choices.length > 0 && { enum: choices }),
    ...(items && { items }),
  }
}

function describeSingleShape(schema: FullSchema): Shape {
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  const types = schema.type ? [schema.type].flat() : choices && listTypes(choices)
  return {
    ...(types && { types: types as JsonType[] }),
    ...(choices && { enum: choices }),
    ...(schema.items && { items: describeShape(schema.items) }),
    ...(schema.format && { format: schema.format }),
    ...(schema.minimum !== undefined && { min: schema.minimum }),
    ...(schema.maximum !== undefined && { max: schema.maximum }),
  }
}

function listTypes(choices: (string | number | boolean)[]): string[] {
  return [...new Set(choices.map((choice) => typeof choice))].map((type) =>
    type === 'number' ? 'integer' : type,
  )
}
