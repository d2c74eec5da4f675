import { isSameJson, type JsonMember, type JsonNode, memberOf, type ObjectNode } from './nodes.ts'

/** Where two people changed the same to different values. Undefined: there is nothing on that side. */
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

/** The name of a path, for choices: JSON Pointer. */
export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/**
 * Puts what I changed on top of what they changed, key by key, as the server does: arrays and plain
 * values are taken as a whole. Where both changed the same, `choices` says by
 * JSON Pointer whose is taken, and theirs stands where it says nothing.
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
