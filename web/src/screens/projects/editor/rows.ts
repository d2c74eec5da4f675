import { type JsonNode, pointerTo } from '@atelier/sdk'
import type { Path } from '../json/kinds.ts'

/** A row of the tree: a value, or the form that adds one. */
export interface TreeRow {
  /** JSON Pointer. */
  id: string
  name: string | number
  node: JsonNode
  path: Path
  isOpen: boolean
  /** This row is the form that adds an entry at the end. */
  isAdd: boolean
}

const openToDepth = 2
const fewEntries = 30

/** The visible rows of a document: those inside expanded values, from the top. */
export function buildRows(
  data: JsonNode,
  openness: ReadonlyMap<string, boolean>,
  addingTo: string | undefined,
): TreeRow[] {
  const rows: TreeRow[] = []
  const walk = (node: JsonNode, path: Path, pointer: string) => {
    for (const [name, value] of listEntries(node)) {
      const place = [...path, name]
      const id = `${pointer}${pointerTo([name])}`
      const count = countEntries(value)
      const isUsuallyOpen = (count ?? 0) <= fewEntries && place.length < openToDepth
      const isOpen = count !== undefined && (openness.get(id) ?? isUsuallyOpen)
      rows.push({ id, name, node: value, path: place, isOpen, isAdd: false })
      if (!isOpen) continue
      walk(value, place, id)
      if (addingTo === id) {
        rows.push({ id: `${id}/`, name, node: value, path: place, isOpen, isAdd: true })
      }
    }
  }
  walk(data, [], '')
  return rows
}

function listEntries(node: JsonNode): Iterable<readonly [string | number, JsonNode]> {
  if (node.kind === 'object') return node.members
  return node.kind === 'array' ? node.items.entries() : []
}

/** The number of entries in an object or an array. */
export function countEntries(node: JsonNode): number | undefined {
  if (node.kind === 'object') return node.members.size
  return node.kind === 'array' ? node.items.length : undefined
}
