import type { JsonNode } from '@atelier/sdk'
import type { Path } from './kinds.ts'

/** Returns a document with another value at a path. Nodes off the path stay the same objects. */
export function setValue(node: JsonNode, path: Path, value: JsonNode): JsonNode {
  return changeValue(node, path, () => value)
}

function changeValue(node: JsonNode, path: Path, change: (node: JsonNode) => JsonNode): JsonNode {
  const [step, ...rest] = path
  if (step === undefined) return change(node)
  if (node.kind === 'array') {
    const items = node.items.map((item, at) =>
      at === step ? changeValue(item, rest, change) : item,
    )
    return { kind: 'array', items }
  }
  if (node.kind !== 'object') return node
  const members = Array.from(node.members, ([key, value]) => {
    return [key, key === step ? changeValue(value, rest, change) : value] as const
  })
  return { kind: 'object', members: new Map(members) }
}

export function removeValue(node: JsonNode, path: Path): JsonNode {
  const last = path.at(-1)
  return changeValue(node, path.slice(0, -1), (parent) => {
    if (parent.kind === 'array') {
      return { kind: 'array', items: parent.items.filter((_, at) => at !== last) }
    }
    if (parent.kind !== 'object') return parent
    const members = [...parent.members].filter(([key]) => key !== last)
    return { kind: 'object', members: new Map(members) }
  })
}

/** Appends a member to an object, or an item to an array. */
export function addValue(node: JsonNode, path: Path, key: string, value: JsonNode): JsonNode {
  return changeValue(node, path, (parent) => {
    if (parent.kind === 'array') return { kind: 'array', items: [...parent.items, value] }
    if (parent.kind !== 'object') return parent
    return { kind: 'object', members: new Map(parent.members).set(key, value) }
  })
}

export function renameKey(node: JsonNode, path: Path, name: string): JsonNode {
  const last = path.at(-1)
  return changeValue(node, path.slice(0, -1), (parent) => {
    if (parent.kind !== 'object') return parent
    const rename = (key: string) => (key === last ? name : key)
    const members = Array.from(parent.members, ([key, value]) => [rename(key), value] as const)
    return { kind: 'object', members: new Map(members) }
  })
}
