/**
 * JSON as it was written: numbers are their digits, objects keep the order of their keys.
 * JavaScript's own values do neither (12345678901234567890, 1.10, keys that look like numbers).
 */
export type JsonNode =
  | { kind: 'object'; members: Member[] }
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'string'; value: string }
  | { kind: 'number'; digits: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }

export type Member = readonly [key: string, value: JsonNode]
export type Kind = JsonNode['kind']
export type ObjectNode = Extract<JsonNode, { kind: 'object' }>

/** Keys of objects and places in arrays, from the top. */
export type Path = readonly (string | number)[]

/** What a value of a kind is before somebody gives it another. */
export const emptyOf: Record<Kind, JsonNode> = {
  object: { kind: 'object', members: [] },
  array: { kind: 'array', items: [] },
  string: { kind: 'string', value: '' },
  number: { kind: 'number', digits: '0' },
  boolean: { kind: 'boolean', value: false },
  null: { kind: 'null' },
}

export function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.kind !== 'object') return undefined
  return node.members.find(([name]) => name === key)?.[1]
}

export function nodeAt(node: JsonNode | undefined, path: Path): JsonNode | undefined {
  const [step, ...rest] = path
  if (step === undefined || node === undefined) return node
  const child = node.kind === 'array' ? node.items[Number(step)] : memberOf(node, String(step))
  return nodeAt(child, rest)
}

/** The JSON text of a node; with `indent` for people. */
export function textOf(node: JsonNode, indent = 0, depth = 0): string {
  if (node.kind === 'string') return JSON.stringify(node.value)
  if (node.kind === 'number') return node.digits
  if (node.kind === 'boolean') return String(node.value)
  if (node.kind === 'null') return 'null'
  const parts =
    node.kind === 'array'
      ? node.items.map((item) => textOf(item, indent, depth + 1))
      : node.members.map(
          ([key, value]) =>
            `${JSON.stringify(key)}:${indent ? ' ' : ''}${textOf(value, indent, depth + 1)}`,
        )
  const [open, close] = node.kind === 'array' ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  if (!indent) return open + parts.join(',') + close
  const line = (level: number) => `\n${' '.repeat(indent * level)}`
  return open + line(depth + 1) + parts.join(`,${line(depth + 1)}`) + line(depth) + close
}

/** The same, digit by digit and key by key. */
export function isSame(a: JsonNode | undefined, b: JsonNode | undefined): boolean {
  if (a === b) return true
  return a !== undefined && b !== undefined && textOf(a) === textOf(b)
}
