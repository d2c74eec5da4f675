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
  kind: 'string' | 'number' | 'literal'
  source: string
}

export function objectNode(members: Iterable<[string, JsonNode]>): ObjectNode {
  return { kind: 'object', members: new Map(members) }
}

export function stringNode(text: string): ScalarNode {
  return { kind: 'string', source: JSON.stringify(text) }
}

export function stringOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' ? (JSON.parse(node.source) as string) : undefined
}

/** A member of an object; undefined if it is missing or the node is not an object. */
export function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.get(name) : undefined
}

/** The JSON text of a node. Unchanged parts keep their exact text, including whitespace. */
export function textOf(node: JsonNode): string {
  if (node.source !== undefined) return node.source
  if (node.kind === 'array') return `[${node.items.map(textOf).join(',')}]`
  if (node.kind !== 'object') return node.source
  const members = Array.from(node.members, ([name, value]) => {
    return `${JSON.stringify(name)}:${textOf(value)}`
  })
  return `{${members.join(',')}}`
}

export function cloneNode(node: JsonNode): JsonNode {
  if (node.kind === 'array') return { ...node, items: node.items.map(cloneNode) }
  if (node.kind !== 'object') return node
  const members = Array.from(node.members, ([name, value]) => [name, cloneNode(value)] as const)
  return { ...node, members: new Map(members) }
}

/** How many levels of objects and arrays a node has. */
export function depthOf(node: JsonNode): number {
  if (node.kind !== 'object' && node.kind !== 'array') return 0
  let deepest = 0
  const children = node.kind === 'object' ? node.members.values() : node.items
  for (const child of children) deepest = Math.max(deepest, depthOf(child))
  return deepest + 1
}

/** The approximate length in characters; exact except for whitespace and escapes. */
export function sizeOf(node: JsonNode): number {
  let size = 2
  if (node.kind === 'array') for (const item of node.items) size += 1 + sizeOf(item)
  else if (node.kind !== 'object') return node.source.length
  else for (const [name, value] of node.members) size += name.length + 4 + sizeOf(value)
  return size
}
