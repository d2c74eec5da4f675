import { duplicate } from '../../http/duplicates.ts'
import { invalid } from '../../http/problem.ts'
import { slugify } from '../../lib/slug.ts'
import { isUuid } from '../../lib/uuid.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { slugsLike } from './queries.ts'

/** A slug with the form of an id could never be told from one. */
export function checkSlug(slug: string | undefined): void {
  if (slug !== undefined && isUuid(slug)) {
    throw invalid('slug', 'must not look like an id; choose another one')
  }
}

/** The slug of the title, with a number behind it where a board has or had it. */
export async function freeSlug(tx: Tx, workspaceId: number, title: string): Promise<string> {
  const made = slugify(title) || 'board'
  const base = isUuid(made) ? `board-${made}` : made
  const taken = await slugsLike(tx, workspaceId, base)
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!taken.has(slug)) return slug
  }
}

export function boardSlugTaken(slug = '') {
  const detail = `Another board of this workspace has or had the slug "${slug}".`
  return duplicate('pm_board_slugs_pkey', 'slug_taken', detail)
}
