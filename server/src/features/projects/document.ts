import {
  type JsonNode,
  memberOf,
  type ObjectNode,
  objectNode,
  stringNode,
  stringOf,
  textOf,
} from '@atelier/sdk/src/exact-json/nodes.ts'
import { parseJson } from '@atelier/sdk/src/exact-json/parse.ts'
import { invalid } from '../../http/problem.ts'
import { maxDataBytes } from './schemas.ts'

/** The new `data` in a body; null means absent, as for every optional field. */
export function dataIn(body: JsonNode | undefined): JsonNode | undefined {
  const data = memberOf(body, 'data')
  return data?.kind === 'null' ? undefined : data
}

/** The project fields that a revision stores; `data` is JSON text. */
export interface Fields {
  title: string
  description: string
  primary_type: string
  data: string
}

/** The fields as one document, so the title is merged and compared like a key of the data. */
export function documentOf({ data, ...texts }: Fields): ObjectNode {
  const { title, description, primary_type } = texts
  return objectNode([
    ['title', stringNode(title)],
    ['description', stringNode(description)],
    ['primary_type', stringNode(primary_type)],
    ['data', parseJson(data)],
  ])
}

export function fieldsOf({ members }: ObjectNode): Fields {
  const text = (name: string) => stringOf(members.get(name)) ?? ''
  return {
    title: text('title'),
    description: text('description'),
    primary_type: text('primary_type'),
    data: storable(members.get('data')),
  }
}

/** Returns data as JSON text for storage. Callers have already checked its depth. */
export function storable(data: JsonNode | undefined, maxBytes = maxDataBytes): string {
  if (data?.kind !== 'object') throw invalid('data', 'must be an object')
  const text = textOf(data)
  if (Buffer.byteLength(text) > maxBytes) {
    throw invalid('data', `must be at most ${maxBytes} bytes of JSON`)
  }
  return text
}
