import { duplicate } from '../../http/duplicates.ts'
import { chooseSlug } from '../../http/slugs.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { slugsLike } from './queries.ts'

/** The slug of the title, with a number behind it where a board has or had it. */
export function slugFor(tx: Tx, workspaceId: number, title: string): Promise<string> {
  return chooseSlug(tx, { workspaceId, name: title, kind: 'board' }, (base) =>
    slugsLike(tx, workspaceId, base),
  )
}

export function boardSlugTaken(slug = '') {
  const detail = `Another board of this workspace has or had the slug "${slug}".`
  return duplicate('pm_board_slugs_pkey', 'slug_taken', detail)
}
