import type { Deps } from '../../deps.ts'
import { duplicate } from '../../http/body/duplicates.ts'
import { chooseSlug } from '../../http/body/slugs.ts'
import { slugify } from '../../lib/slug.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { renameSlug, selectSlugs, slugsLike } from './queries.ts'

interface SlugSource {
  title: string
  access: number
  space_id: number | null
}

/**
 * The requested slug, or one derived from the title, with a number suffix if another board has or
 * had it. A restricted board gets an unguessable suffix. Otherwise an error or a number would
 * reveal to people who guess names that the board exists.
 */
export async function chooseBoardSlug(
  { random }: Pick<Deps, 'random'>,
  tx: Tx,
  workspaceId: number,
  { title, access, space_id }: SlugSource,
  wanted: string | undefined,
): Promise<string> {
  if (isRestricted({ access, space_id })) return unguessable({ random }, wanted ?? slugify(title))
  if (wanted !== undefined) return wanted
  return chooseSlug(tx, { workspaceId, name: title, kind: 'board' }, (base) =>
    slugsLike(tx, workspaceId, base),
  )
}

/** Whether some people of the workspace cannot see the board. */
export function isRestricted({ access, space_id }: Omit<SlugSource, 'title'>): boolean {
  return access === 0 || space_id !== null
}

/**
 * Gives all slugs of a board that becomes restricted an unguessable suffix. Its plain ones are free
 * again, as if it never had them, and people who see it still find it by them.
 */
export async function hideSlugs(
  deps: Pick<Deps, 'random'>,
  tx: Tx,
  workspaceId: number,
  boardId: string,
): Promise<void> {
  for (const slug of await selectSlugs(tx, workspaceId, boardId)) {
    await renameSlug(tx, workspaceId, slug, unguessable(deps, slug))
  }
}

function unguessable({ random }: Pick<Deps, 'random'>, slug: string): string {
  const base = slug.slice(0, longestBase).replace(/(?<!-)-+$/, '') || 'board'
  return `${base}-${random.uuid().slice(0, 6)}`
}

/** Leaves space for the suffix. */
const longestBase = 50

export function boardSlugTaken(slug = '') {
  const detail = `Another board of this workspace has or had the slug "${slug}".`
  return duplicate('pm_board_slugs_pkey', 'slug_taken', detail)
}
