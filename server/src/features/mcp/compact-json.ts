import {
  type ArrayNode,
  decodeString,
  type JsonNode,
  type ObjectNode,
  stringNode,
  writeJson,
} from '@atelier/sdk/src/exact-json/nodes.ts'
import { parseJson } from '@atelier/sdk/src/exact-json/parse.ts'

/** About 3,000 tokens: enough for a page of records, small next to a model's context. */
const maxChars = 12_000

/** Tried in this order until the text is short enough. */
const levels = [
  { stringChars: 4000, items: 100 },
  { stringChars: 600, items: 10 },
  { stringChars: 160, items: 3 },
] as const

interface Level {
  stringChars: number
  items: number
}

/**
 * JSON for a model: without empty values, and cut to a size that leaves room for the work. A note
 * says what was cut and how to get the rest. Numbers keep all their digits.
 */
export function compactJson(text: string, moreBy = 'Pass "_full": true for everything.'): string {
  const root = parseJson(text)
  for (const level of levels) {
    const cuts = { count: 0 }
    const node = shorten(root, level, cuts, true)
    const short = writeJson(node)
    if (short.length <= maxChars) return cuts.count === 0 ? short : withNote(node, moreBy)
    const list = findList(node)
    if (list && level !== levels[0]) return fitList(node as ObjectNode, list, moreBy)
  }
  return `${writeJson(root).slice(0, maxChars)}… (cut. ${moreBy})`
}

function shorten(node: JsonNode, level: Level, cuts: { count: number }, isTop = false): JsonNode {
  if (node.kind === 'string') return shortString(node.source, level, cuts) ?? node
  if (node.kind === 'array') {
    const list = isTop ? node.items : node.items.slice(0, level.items)
    const items = list.map((item) => shorten(item, level, cuts))
    if (list.length < node.items.length) {
      cuts.count++
      items.push(stringNode(`… ${node.items.length - list.length} more`))
    }
    return { kind: 'array', items }
  }
  if (node.kind !== 'object') return node
  const members = new Map<string, JsonNode>()
  for (const [name, value] of node.members) {
    const isList = isTop && value.kind === 'array'
    if (isEmpty(value) && !isList) continue
    members.set(name, shorten(value, level, cuts, isList))
  }
  return { kind: 'object', members }
}

function shortString(source: string, { stringChars }: Level, cuts: { count: number }) {
  if (source.length <= stringChars + 20) return undefined
  const text = decodeString(source)
  if (text.length <= stringChars) return undefined
  cuts.count++
  return stringNode(`${text.slice(0, stringChars)}… (${text.length - stringChars} more characters)`)
}

function isEmpty(node: JsonNode): boolean {
  if (node.kind === 'null') return true
  if (node.kind === 'string') return node.source === '""'
  if (node.kind === 'array') return node.items.length === 0
  return node.kind === 'object' && node.members.size === 0
}

/** The list of a page of records: `results`, `voices` and the like. */
function findList(node: JsonNode): [string, ArrayNode] | undefined {
  if (node.kind !== 'object') return undefined
  const lists = [...node.members].filter(([, value]) => value.kind === 'array')
  const sized = lists.map(([name, value]) => [name, value as ArrayNode] as [string, ArrayNode])
  return sized.sort(([, a], [, b]) => b.items.length - a.items.length)[0]
}

/** As many records as fit. */
function fitList(node: ObjectNode, [name, list]: [string, ArrayNode], moreBy: string): string {
  const items: JsonNode[] = []
  let chars = 0
  for (const item of list.items) {
    chars += writeJson(item).length + 1
    if (chars > maxChars && items.length > 0) break
    items.push(item)
  }
  const cut = new Map(node.members)
  cut.set(name, { kind: 'array', items })
  const shown = `Shows ${items.length} of ${list.items.length} entries of this page, shortened.`
  return withNote({ kind: 'object', members: cut }, `${shown} ${moreBy}`)
}

function withNote(node: JsonNode, note: string): string {
  if (node.kind !== 'object') return writeJson(node)
  return writeJson({
    kind: 'object',
    members: new Map([...node.members, ['_note', stringNode(`Shortened. ${note}`)]]),
  })
}
