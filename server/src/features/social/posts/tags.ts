import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Tag } from '../accounts/account-schemas.ts'
import { ensureTags, tags } from './tag-queries.ts'

export async function listTags({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<Tag[]> {
  requirePermission(actor, 'social:read')
  return tags(db.workspace(actor.workspaceId), actor.workspaceId)
}

/** An existing tag is returned unchanged. */
export async function createTag(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  name: string,
): Promise<Tag> {
  requirePermission(actor, 'social:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const [tag] = await ensureTags(tx, workspaceId, [name.trim()], deps.clock())
    return tag as Tag
  })
}

/** Tags in the spelling of the workspace, without duplicates. */
export async function tagNames(
  tx: Tx,
  workspaceId: number,
  given: readonly string[] | undefined,
  at: Date,
): Promise<string[]> {
  const names = (given ?? []).map((name) => name.trim())
  const known = await ensureTags(tx, workspaceId, names, at)
  const byName = new Map(known.map(({ name }) => [name.toLowerCase(), name]))
  return [...new Set(names.map((name) => byName.get(name.toLowerCase()) ?? name))]
}
