import type { JsonNode, ObjectNode } from './nodes.ts'
import { hasSameText, isSameValue } from './same.ts'

/** A place that two writers changed to different values. A side without a value is undefined. */
export interface Conflict {
  path: string[]
  base: JsonNode | undefined
  current: JsonNode | undefined
  yours: JsonNode | undefined
}

export interface Merged {
  node: JsonNode | undefined
  conflicts: Conflict[]
}

/**
 * Applies the changes from `base` to `yours` on top of `current`, key by key. Arrays and scalars
 * count as a whole, because it is unknown which element of an array a writer meant.
 */
export function mergeChanges(base: JsonNode, current: JsonNode, yours: JsonNode): Merged {
  const conflicts: Conflict[] = []
  const node = merge({ base, current, yours }, [], conflicts)
  return { node, conflicts }
}

type Sides = Omit<Conflict, 'path'>

function merge(sides: Sides, path: string[], conflicts: Conflict[]): JsonNode | undefined {
  const { base, current, yours } = sides
  if (hasSameText(yours, base)) return current
  // This includes a mere change of spelling, because nobody else touched the value.
  if (hasSameText(current, base)) return yours
  const bothObjects = current?.kind === 'object' && yours?.kind === 'object'
  // Skips the value comparison here: repeating it at every level would be slow for deep documents.
  if (bothObjects && (base === undefined || base.kind === 'object')) {
    return mergeMembers(base, current, yours, path, conflicts)
  }
  if (isSame(yours, base)) return current
  if (isSame(current, base)) return yours
  if (!isSame(current, yours)) conflicts.push({ path: [...path], ...sides })
  return current
}

function mergeMembers(
  base: ObjectNode | undefined,
  current: ObjectNode,
  yours: ObjectNode,
  path: string[],
  conflicts: Conflict[],
): ObjectNode {
  const members = new Map<string, JsonNode>()
  let changed = false
  const take = (name: string) => {
    const before = current.members.get(name)
    const sides = { base: base?.members.get(name), current: before, yours: yours.members.get(name) }
    path.push(name)
    const merged = merge(sides, path, conflicts)
    path.pop()
    if (merged) members.set(name, merged)
    if (merged !== before) changed = true
  }
  for (const name of current.members.keys()) take(name)
  for (const name of yours.members.keys()) if (!current.members.has(name)) take(name)
  return changed ? { kind: 'object', members } : current
}

function isSame(a: JsonNode | undefined, b: JsonNode | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isSameValue(a, b)
}
