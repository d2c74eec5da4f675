import { slugify } from '../lib/slug.ts'
import { isUuid } from '../lib/uuid.ts'
import type { Tx } from '../platform/postgres/db.ts'
import { invalid } from './problem.ts'

/** A slug stands where an id may stand, so it must not look like one, nor like an address beside it. */
export function checkSlug(slug: string | undefined, reserved: readonly string[] = []): void {
  if (slug === undefined) return
  if (isUuid(slug)) throw invalid('slug', 'must not look like an id; choose another one')
  if (reserved.includes(slug)) throw invalid('slug', `must not be one of ${reserved.join(', ')}`)
}

const slugLock = 4_600_010

interface SlugFor {
  workspaceId: number
  name: string
  /** What the thing is called when its name gives nothing. */
  kind: string
  reserved?: readonly string[]
}

/**
 * The slug of a name, with a number behind it where it is taken. Nobody else chooses one in this
 * workspace until the commit, so that two of the same name made at once both get theirs.
 */
export async function chooseSlug(
  tx: Tx,
  { workspaceId, name, kind, reserved = [] }: SlugFor,
  takenLike: (base: string) => Promise<Set<string>>,
): Promise<string> {
  await tx`select pg_advisory_xact_lock(${slugLock}, ${workspaceId})`
  const made = slugify(name) || kind
  const base = isUuid(made) || reserved.includes(made) ? `${kind}-${made}` : made
  const taken = await takenLike(base)
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!taken.has(slug)) return slug
  }
}
