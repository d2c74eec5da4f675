import { type JsonNode, memberOf, stringOf } from '@atelier/sdk'
import { addValue, removeValue, setValue } from '../json/edit.ts'
import type { FieldSchema } from './known-types.ts'

/** The keys under which agents usually write the text of a document. */
const bodyKeys = ['body', 'content', 'markdown', 'text']

/** The key of the document's text: the first that exists, otherwise `body`. */
export function chooseBodyKey(data: JsonNode): string {
  return bodyKeys.find((key) => memberOf(data, key)?.kind === 'string') ?? 'body'
}

/** Whether a project opens as a document rather than as a tree. An empty project does: people write. */
export function isDocument(type: string, data: JsonNode): boolean {
  if (type.toLowerCase() === 'document') return true
  const isEmpty = data.kind === 'object' && data.members.size === 0
  return isEmpty || stringOf(memberOf(data, chooseBodyKey(data))) !== undefined
}

/** Sets or removes a key, and keeps the place of one that exists. */
export function withKey(data: JsonNode, key: string, value: JsonNode | undefined): JsonNode {
  const isThere = memberOf(data, key) !== undefined
  if (value === undefined) return isThere ? removeValue(data, [key]) : data
  return isThere ? setValue(data, [key], value) : addValue(data, [], key, value)
}

/** A value as the text of its field; `undefined` if the field cannot show it. */
export function textOfField({ type }: FieldSchema, node: JsonNode | undefined): string | undefined {
  if (node === undefined || node.kind === 'null') return ''
  if (node.kind === 'string') return type === 'string' ? stringOf(node) : undefined
  if (node.kind === 'number') return type === 'number' ? node.source : undefined
  if (node.kind !== 'array' || type !== 'array') return undefined
  const lines = node.items.map(stringOf)
  const isPlain = lines.every((line) => line !== undefined && !line.includes('\n'))
  return isPlain ? lines.join('\n') : undefined
}
