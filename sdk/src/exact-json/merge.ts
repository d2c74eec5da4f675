import { type JsonNode, type ObjectNode, objectNode } from './nodes.ts'
import { pointerTo } from './pointer.ts'
import { hasSameText, isSameValue } from './same.ts'

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

/**
 * Applies my changes on top of theirs, key by key. Arrays and scalars count as a whole, because it
 * is unknown which element of an array a writer meant. Where both sides changed the same value,
 * `choices` maps its JSON Pointer to a side. Without a choice, theirs wins.
 */
export function mergeJson(
  versions: JsonVersions,
  choices: ReadonlyMap<string, JsonSide> = new Map(),
): { node: JsonNode; conflicts: JsonConflict[] } {
  const merger = new Merger(choices)
  const node = merger.merge(versions) ?? versions.theirs
  return { node, conflicts: merger.conflicts }
}

type Sides = Omit<JsonConflict, 'path'>

class Merger {
  readonly conflicts: JsonConflict[] = []
  readonly #choices: ReadonlyMap<string, JsonSide>
  readonly #path: string[] = []

  constructor(choices: ReadonlyMap<string, JsonSide>) {
    this.#choices = choices
  }

  merge(sides: Sides): JsonNode | undefined {
    const { base, theirs, mine } = sides
    if (hasSameText(mine, base)) return theirs
    // This includes a mere change of spelling, because nobody else touched the value.
    if (hasSameText(theirs, base)) return mine
    const bothObjects = theirs?.kind === 'object' && mine?.kind === 'object'
    // Skips the value comparison here: repeating it at every level would be slow for deep documents.
    if (bothObjects && (base === undefined || base.kind === 'object')) {
      return this.#mergeMembers(base, theirs, mine)
    }
    if (isSame(mine, base) || isSame(mine, theirs)) return theirs
    if (isSame(theirs, base)) return mine
    this.conflicts.push({ path: [...this.#path], ...sides })
    return this.#choices.get(pointerTo(this.#path)) === 'mine' ? mine : theirs
  }

  #mergeMembers(base: ObjectNode | undefined, theirs: ObjectNode, mine: ObjectNode): ObjectNode {
    const members: [string, JsonNode][] = []
    let changed = false
    for (const name of new Set([...theirs.members.keys(), ...mine.members.keys()])) {
      const before = theirs.members.get(name)
      this.#path.push(name)
      const merged = this.merge({
        base: base?.members.get(name),
        theirs: before,
        mine: mine.members.get(name),
      })
      this.#path.pop()
      if (merged) members.push([name, merged])
      if (merged !== before) changed = true
    }
    return changed ? objectNode(members) : theirs
  }
}

function isSame(a: JsonNode | undefined, b: JsonNode | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isSameValue(a, b)
}
