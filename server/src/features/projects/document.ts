import {
  type JsonNode,
  memberOf,
  type ObjectNode,
  objectNode,
  stringNode,
  stringOf,
  writeNode,
} from '@atelier/sdk/src/exact-json/nodes.ts'
import { parseJson } from '@atelier/sdk/src/exact-json/parse.ts'
import { maxBodyValues } from '../../http/body/json-body.ts'
import { invalid } from '../../http/problem.ts'
import { findJsonExcess } from '../../lib/json-excess.ts'
import { maxDataBytes } from './schemas.ts'

/** The new `data` in a body; null means absent, as for every optional field. */
export function readData(body: JsonNode | undefined): JsonNode | undefined {
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
export function buildDocument({ data, ...texts }: Fields): ObjectNode {
  return buildDocumentWithData(texts, parseJson(data))
}

export function buildDocumentWithData(
  { title, description, primary_type }: Omit<Fields, 'data'>,
  data: JsonNode,
): ObjectNode {
  return objectNode([
    ['title', stringNode(title)],
    ['description', stringNode(description)],
    ['primary_type', stringNode(primary_type)],
    ['data', data],
  ])
}

export function readFields({ members }: ObjectNode): Fields {
  const text = (name: string) => stringOf(members.get(name)) ?? ''
  return {
    title: text('title'),
    description: text('description'),
    primary_type: text('primary_type'),
    data: storable(members.get('data')),
  }
}

/** A few below the limit for a body, so that the data can be sent back with other fields. */
const maxDataValues = maxBodyValues - 100

/** Returns data as JSON text for storage. */
export function storable(data: JsonNode | undefined, maxBytes = maxDataBytes): string {
  if (data?.kind !== 'object') throw invalid('data', 'must be an object')
  const text = writeNode(data)
  if (Buffer.byteLength(text) > maxBytes) {
    throw invalid('data', `must be at most ${maxBytes} bytes of JSON`)
  }
  const excess = findJsonExcess(text, maxDataValues)
  if (excess) throw invalid('data', `must be simpler: ${excess}`)
  return text
}
