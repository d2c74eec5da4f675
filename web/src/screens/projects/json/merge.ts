import { isSame, type JsonNode, type Member, memberOf, type ObjectNode } from './nodes.ts'

/** Where two people changed the same to different values. Undefined: there is nothing on that side. */
export interface Conflict {
  path: string[]
  base: JsonNode | undefined
  theirs: JsonNode | undefined
  mine: JsonNode | undefined
}

export type Side = 'mine' | 'theirs'

export interface Versions {
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
 * values are taken as a whole. Where both changed the same, `choices` says whose is taken.
 */
export function merge(
  { base, theirs, mine }: Versions,
  choices: ReadonlyMap<string, Side> = new Map(),
): { node: JsonNode; conflicts: Conflict[] } {
  const conflicts: Conflict[] = []
  const node = mergeAt({ base, theirs, mine, path: [] }, choices, conflicts)
  return { node: node ?? theirs, conflicts }
}

function mergeAt(
  sides: Conflict,
  choices: ReadonlyMap<string, Side>,
  conflicts: Conflict[],
): JsonNode | undefined {
  const { base, theirs, mine, path } = sides
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs
  if (isSame(theirs, base)) return mine
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
  choices: ReadonlyMap<string, Side>,
  conflicts: Conflict[],
): JsonNode {
  const keys = new Set([...theirs.members, ...mine.members].map(([key]) => key))
  const members: Member[] = []
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
