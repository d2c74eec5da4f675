import { membersOf, objectOf, onOneLine } from '../exact-json.ts'

export interface Merged {
  /** What both have changed is as mine says. */
  text: string
  /** Where both have changed the same, as JSON Pointers. */
  conflicts: string[]
}

/** My change and theirs together, key by key as the server does it, to the letter. */
export function mergeJson(base: string, theirs: string, mine: string): Merged {
  const conflicts: string[] = []
  const text = merged(base, theirs, mine, '', conflicts) as string
  return { text, conflicts }
}

function merged(
  base: string | undefined,
  theirs: string | undefined,
  mine: string | undefined,
  path: string,
  conflicts: string[],
): string | undefined {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs
  if (isSame(theirs, base)) return mine
  const [was, are, want] = [base, theirs, mine].map((text) =>
    text === undefined ? undefined : membersOf(text),
  )
  if (!are || !want) {
    conflicts.push(path || '/')
    return mine
  }
  const members = new Map<string, string>()
  for (const name of new Set([...want.keys(), ...are.keys()])) {
    const pointer = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const value = merged(was?.get(name), are.get(name), want.get(name), pointer, conflicts)
    if (value !== undefined) members.set(name, value)
  }
  return objectOf(members)
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return onOneLine(one) === onOneLine(other)
}
