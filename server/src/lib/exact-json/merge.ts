import type { JsonNode, ObjectNode } from './nodes.ts'
import { hasSameText, isSameValue } from './same.ts'

/** Where two writers changed the same thing to different values. Absent: there was nothing there. */
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
 * Puts the changes from `base` to `yours` on top of `current`, key by key. Arrays and scalars are
 * taken as a whole: there is no telling which element of an array someone meant.
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
  // Also when it only spells the same value differently: nobody else has touched it.
  if (hasSameText(current, base)) return yours
  const bothObjects = current?.kind === 'object' && yours?.kind === 'object'
  // Without comparing their values first: at every level again, that would be slow for deep ones.
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
