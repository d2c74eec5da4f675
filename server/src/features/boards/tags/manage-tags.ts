import type { Deps } from '../../../deps.ts'
import { duplicate } from '../../../http/body/duplicates.ts'
import type { PageRequest } from '../../../http/pagination.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { deleteTagRow, insertTag, isTagUsed, lockTag, saveTag, tags } from './queries.ts'
import type { Tag, UpdateTagBody } from './schemas.ts'
import { usualColor } from './usual-color.ts'

export async function listTags(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  query: PageRequest & { search?: string },
) {
  requirePermission(actor, 'boards:read')
  return tags(db.workspace(actor.workspaceId), actor.workspaceId, query)
}

export async function createTag(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { name, color = usualColor(name) }: { name: string; color?: string },
): Promise<Tag> {
  requirePermission(actor, 'boards:write')
  const creation = db.transaction(actor.workspaceId, (tx) =>
    insertTag(tx, actor.workspaceId, { name: name.trim(), color }, clock()),
  )
  return creation.catch(tagNameTaken(name))
}

/** Tasks refer to tags by id, so they keep a renamed tag. */
export async function updateTag(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: number,
  { name, color }: UpdateTagBody,
): Promise<Tag> {
  requirePermission(actor, 'boards:write')
  const update = db.transaction(actor.workspaceId, async (tx) => {
    const before = await lockTag(tx, actor.workspaceId, id)
    if (!before) throw problem('tag_not_found')
    const after = { id, name: name?.trim() ?? before.name, color: color ?? before.color }
    await saveTag(tx, actor.workspaceId, after)
    return after
  })
  return update.catch(tagNameTaken(name))
}

/** Deletes only unused tags: removing a tag is a change to the task, with its own entry. */
export async function deleteTag({ db }: Pick<Deps, 'db'>, actor: Actor, id: number): Promise<null> {
  requirePermission(actor, 'boards:write')
  return db.transaction(actor.workspaceId, async (tx) => {
    if (!(await lockTag(tx, actor.workspaceId, id))) throw problem('tag_not_found')
    if (await isTagUsed(tx, actor.workspaceId, id)) throw problem('tag_in_use')
    await deleteTagRow(tx, actor.workspaceId, id)
    return null
  })
}

function tagNameTaken(name = '') {
  return duplicate('pm_tags_name', 'tag_name_taken', `A tag named "${name.trim()}" already exists.`)
}
