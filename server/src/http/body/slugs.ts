import { slugify } from '../../lib/slug.ts'
import { isUuid } from '../../lib/uuid.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { invalid } from '../problem.ts'

/** A slug can replace an id in a URL, so it must not look like one, nor match a sibling path. */
export function checkSlug(slug: string | undefined, reserved: readonly string[] = []): void {
  if (slug === undefined) return
  if (isUuid(slug)) throw invalid('slug', 'must not look like an id; choose another one')
  if (reserved.includes(slug)) throw invalid('slug', `must not be one of ${reserved.join(', ')}`)
}

const slugLock = 4_600_010

interface SlugRequest {
  workspaceId: number
  name: string
  /** The fallback if the name yields no slug. */
  kind: string
  reserved?: readonly string[]
}

/**
 * Returns the slug of a name, with a number appended if it is taken. A lock per workspace, held
 * until the commit, lets two things of the same name be created concurrently.
 */
export async function chooseSlug(
  tx: Tx,
  { workspaceId, name, kind, reserved = [] }: SlugRequest,
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
