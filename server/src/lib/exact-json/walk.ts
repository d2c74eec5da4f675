import { type JsonNode, objectNode } from '@atelier/sdk/src/exact-json/nodes.ts'

export function cloneNode(node: JsonNode): JsonNode {
  if (node.kind === 'array') return { ...node, items: node.items.map(cloneNode) }
  if (node.kind !== 'object') return node
  const members = Array.from(node.members, ([name, value]) => [name, cloneNode(value)] as const)
  return { ...node, ...objectNode(members) }
}

/** How many levels of objects and arrays a node has. */
export function measureDepth(node: JsonNode): number {
  if (node.kind !== 'object' && node.kind !== 'array') return 0
  let deepest = 0
  const children = node.kind === 'object' ? node.members.values() : node.items
  for (const child of children) deepest = Math.max(deepest, measureDepth(child))
  return deepest + 1
}

/** The approximate length in characters; exact except for whitespace and escapes. */
export function measureSize(node: JsonNode): number {
  let size = 2
  if (node.kind === 'array') for (const item of node.items) size += 1 + measureSize(item)
  else if (node.kind !== 'object') return node.source.length
  else for (const [name, value] of node.members) size += name.length + 4 + measureSize(value)
  return size
}
