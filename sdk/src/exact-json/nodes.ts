/**
 * JSON exactly as written: numbers keep their digits, and objects keep the order of their keys.
 * JavaScript values cannot do that (12345678901234567890, 1.10, -0, keys that look like numbers).
 */
export type JsonNode = ObjectNode | ArrayNode | ScalarNode

export interface ObjectNode {
  kind: 'object'
  members: Map<string, JsonNode>
  /** The text this node was parsed from. Clear it when you change the node. */
  source?: string | undefined
}

export interface ArrayNode {
  kind: 'array'
  items: JsonNode[]
  source?: string | undefined
}

export interface ScalarNode {
  kind: 'string' | 'number' | 'boolean' | 'null'
  source: string
}

export function objectNode(members: Iterable<readonly [string, JsonNode]>): ObjectNode {
  return { kind: 'object', members: new Map(members) }
}

export function stringNode(text: string): ScalarNode {
  return { kind: 'string', source: JSON.stringify(text) }
}

export function stringOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' ? decodeString(node.source) : undefined
}

/** The value of a JSON string, given with its quotes. */
export function decodeString(source: string): string {
  return source.includes('\\') ? (JSON.parse(source) as string) : source.slice(1, -1)
}

/** A member of an object; undefined if it is missing or the node is not an object. */
export function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.get(name) : undefined
}

/** The JSON text of a node. Unchanged parts keep their exact text, including whitespace. */
export function writeNode(node: JsonNode): string {
  if (node.source !== undefined) return node.source
  if (node.kind === 'array') return `[${node.items.map(writeNode).join(',')}]`
  if (node.kind !== 'object') return node.source
  const members = Array.from(node.members, ([name, value]) => {
    return `${JSON.stringify(name)}:${writeNode(value)}`
  })
  return `{${members.join(',')}}`
}

/** The JSON text of a node in one format, for reading and comparing. `indent` adds line breaks. */
export function writeJson(node: JsonNode, indent = 0, depth = 0): string {
  if (node.kind === 'string') return JSON.stringify(decodeString(node.source))
  if (node.kind !== 'object' && node.kind !== 'array') return node.source
  const write = (child: JsonNode) => writeJson(child, indent, depth + 1)
  const writeMember = ([key, value]: [string, JsonNode]) =>
    `${JSON.stringify(key)}:${indent ? ' ' : ''}${write(value)}`
  const isArray = node.kind === 'array'
  const parts = isArray ? node.items.map(write) : Array.from(node.members, writeMember)
  const [open, close] = isArray ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  if (!indent) return open + parts.join(',') + close
  const line = (level: number) => `\n${' '.repeat(indent * level)}`
  return open + line(depth + 1) + parts.join(`,${line(depth + 1)}`) + line(depth) + close
}
