/**
 * JSON as written: numbers keep their digits, objects keep the order of their keys. JavaScript's
 * own values do neither (12345678901234567890, 1.10, keys that look like numbers).
 */
export type JsonNode =
  | ObjectNode
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'string'; value: string }
  | { kind: 'number'; digits: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }

export interface ObjectNode {
  kind: 'object'
  members: JsonMember[]
}

export type JsonMember = readonly [key: string, value: JsonNode]

export function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.kind !== 'object') return undefined
  return node.members.find(([name]) => name === key)?.[1]
}

/** Serializes a node; pass `indent` for readable output. */
export function writeJson(node: JsonNode, indent = 0, depth = 0): string {
  if (node.kind === 'string') return JSON.stringify(node.value)
  if (node.kind === 'number') return node.digits
  if (node.kind === 'boolean') return String(node.value)
  if (node.kind === 'null') return 'null'
  const parts =
    node.kind === 'array'
      ? node.items.map((item) => writeJson(item, indent, depth + 1))
      : node.members.map(
          ([key, value]) =>
            `${JSON.stringify(key)}:${indent ? ' ' : ''}${writeJson(value, indent, depth + 1)}`,
        )
  const [open, close] = node.kind === 'array' ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  if (!indent) return open + parts.join(',') + close
  const line = (level: number) => `\n${' '.repeat(indent * level)}`
  return open + line(depth + 1) + parts.join(`,${line(depth + 1)}`) + line(depth) + close
}

/** Compares digit by digit and key by key. Identical objects aren't traversed. */
export function isSameJson(a: JsonNode | undefined, b: JsonNode | undefined): boolean {
  if (a === b) return true
  if (!a || !b) return false
  if (a.kind === 'array' && b.kind === 'array') {
    return (
      a.items.length === b.items.length &&
      a.items.every((item, at) => isSameJson(item, b.items[at]))
    )
  }
  if (a.kind === 'object' && b.kind === 'object') {
    const isSameMember = ([key, value]: JsonMember, at: number) =>
      b.members[at]?.[0] === key && isSameJson(value, b.members[at]?.[1])
    return a.members.length === b.members.length && a.members.every(isSameMember)
  }
  const isLeaf = a.kind !== 'array' && a.kind !== 'object'
  return isLeaf && a.kind === b.kind && writeJson(a) === writeJson(b)
}
