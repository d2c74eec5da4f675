import { isSameJson, type JsonMember, type JsonNode, memberOf, type ObjectNode } from './nodes.ts'

/** Both sides changed the same value differently. Undefined: the value is absent on that side. */
export interface JsonConflict {
  path: string[]
  base: JsonNode | undefined
  theirs: JsonNode | undefined
  mine: JsonNode | undefined
}

export type JsonSide = 'mine' | 'theirs'

export interface JsonVersions {
  base: JsonNode
  theirs: JsonNode
  mine: JsonNode
}

/** The JSON Pointer of a path, used as the key in `choices`. */
export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/**
 * Applies my changes on top of theirs, key by key, as the server does. Arrays and plain values are
 * replaced as a whole. Where both sides changed the same value, `choices` maps its JSON Pointer to
 * a side. Without a choice, theirs wins.
 */
export function mergeJson(
  { base, theirs, mine }: JsonVersions,
  choices: ReadonlyMap<string, JsonSide> = new Map(),
): { node: JsonNode; conflicts: JsonConflict[] } {
  const conflicts: JsonConflict[] = []
  const node = mergeAt({ base, theirs, mine, path: [] }, choices, conflicts)
  return { node: node ?? theirs, conflicts }
}

function mergeAt(
  sides: JsonConflict,
  choices: ReadonlyMap<string, JsonSide>,
  conflicts: JsonConflict[],
): JsonNode | undefined {
  const { base, theirs, mine, path } = sides
  if (isSameJson(mine, base) || isSameJson(mine, theirs)) return theirs
  if (isSameJson(theirs, base)) return mine
  const bothObjects = theirs?.kind === 'object' && mine?.kind === 'object'
  if (bothObjects && (base === undefined || base.kind === 'object')) {
    return mergeMembers({ theirs, mine, base }, path, choices, conflicts)
  }
  conflicts.push(sides)
  return choices.get(pointerTo(path)) === 'mine' ? mine : theirs
}

function mergeMembers(
  { theirs, mine, base }: { theirs: ObjectNode; mine: ObjectNode; base: ObjectNode | undefined },
  path: string[],
  choices: ReadonlyMap<string, JsonSide>,
  conflicts: JsonConflict[],
): JsonNode {
  const keys = new Set([...theirs.members, ...mine.members].map(([key]) => key))
  const members: JsonMember[] = []
  for (const key of keys) {
    const sides = {
      base: memberOf(base, key),
      theirs: memberOf(theirs, key),
      mine: memberOf(mine, key),
      path: [...path, key],
    }
    const merged = mergeAt(sides, choices, conflicts)
    if (merged) members.push([key, merged])
  }
  return { kind: 'object', members }
}
