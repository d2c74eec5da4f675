import type { JsonNode } from '@atelier/sdk/src/exact-json/nodes.ts'
import { hasSameText, isIdentical } from '@atelier/sdk/src/exact-json/same.ts'

/** A place where two documents differ. A side without a value there is undefined. */
export interface Difference {
  path: string[]
  before: JsonNode | undefined
  after: JsonNode | undefined
}

/**
 * Reports changes from one document to another, in the order of the newer one, removals last.
 * Recurses into objects; compares arrays and scalars as a whole. Stops when `tell` returns false.
 */
export function compare(
  before: JsonNode,
  after: JsonNode,
  tell: (difference: Difference) => boolean,
): void {
  look(before, after, [], tell)
}

function look(
  before: JsonNode | undefined,
  after: JsonNode | undefined,
  path: string[],
  tell: (difference: Difference) => boolean,
): boolean {
  if (before?.kind === 'object' && after?.kind === 'object') {
    if (hasSameText(before, after)) return true
    const gone = [...before.members.keys()].filter((name) => !after.members.has(name))
    for (const name of [...after.members.keys(), ...gone]) {
      path.push(name)
      const goOn = look(before.members.get(name), after.members.get(name), path, tell)
      path.pop()
      if (!goOn) return false
    }
    return true
  }
  if (before && after && isIdentical(before, after)) return true
  return tell({ path: [...path], before, after })
}
