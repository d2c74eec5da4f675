import { type PageRequest, readPage } from '../../../http/pagination.ts'
import { anywhere } from '../../../lib/like-pattern.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { Tag } from './schemas.ts'

export async function tags(
  sql: Sql,
  workspaceId: number,
  { search, ...page }: PageRequest & { search?: string },
) {
  const pattern = search && anywhere(search)
  const from = sql.part`from pm_tags where workspace_id = ${workspaceId}
    ${pattern ? sql.part`and name ilike ${pattern}` : sql.part``}`
  const order = sql.part`lower(name), id`
  return readPage<Tag>(sql, page, { columns: sql.part`id, name, color`, from, order })
}

export async function tagsByIds(
  sql: Sql,
  workspaceId: number,
  ids: readonly number[],
): Promise<Tag[]> {
  if (ids.length === 0) return []
  return sql<Tag>`select id, name, color from pm_tags
    where workspace_id = ${workspaceId} and id = any(${ids}::int[])`
}

export async function lockTag(tx: Tx, workspaceId: number, id: number): Promise<Tag | undefined> {
  const [tag] = await tx<Tag>`select id, name, color from pm_tags
    where workspace_id = ${workspaceId} and id = ${id} for update`
  return tag
}

/** Fails if another tag has the name. */
export async function insertTag(
  tx: Tx,
  workspaceId: number,
  { name, color }: Omit<Tag, 'id'>,
  at: Date,
): Promise<Tag> {
  const [tag] = await tx<Tag>`
    insert into pm_tags (workspace_id, name, color, created_at)
    values (${workspaceId}, ${name}, ${color}, ${at}) returning id, name, color`
  return tag as Tag
}

/**
 * Creates the missing tags. Sorted by name, so concurrent transactions wait for each other instead
 * of deadlocking.
 */
export async function makeTags(
  tx: Tx,
  workspaceId: number,
  wanted: readonly Omit<Tag, 'id'>[],
  at: Date,
): Promise<void> {
  await tx`
    insert into pm_tags (workspace_id, name, color, created_at)
    select ${workspaceId}, name, color, ${at} from (
      select distinct on (lower(name)) name, color
      from unnest(${wanted.map(({ name }) => name)}::text[], ${wanted.map(({ color }) => color)}::text[])
        as one (name, color) order by lower(name)
    ) as new on conflict (workspace_id, lower(name)) do nothing`
}

export async function tagIdsByNames(sql: Sql, workspaceId: number, names: readonly string[]) {
  const rows = await sql<{ id: number }>`select id from pm_tags where workspace_id = ${workspaceId}
    and lower(name) in (select lower(one) from unnest(${names}::text[]) as one)`
  return rows.map(({ id }) => id)
}

export async function saveTag(tx: Tx, workspaceId: number, { id, name, color }: Tag) {
  await tx`update pm_tags set name = ${name}, color = ${color}
    where workspace_id = ${workspaceId} and id = ${id}`
}

/** Includes deleted tasks, because their history refers to the tag. */
export async function isTagUsed(sql: Sql, workspaceId: number, id: number): Promise<boolean> {
  const rows = await sql`select from pm_task_tags
    where workspace_id = ${workspaceId} and tag_id = ${id} limit 1`
  return rows.length > 0
}

export async function deleteTagRow(tx: Tx, workspaceId: number, id: number): Promise<void> {
  await tx`delete from pm_tags where workspace_id = ${workspaceId} and id = ${id}`
}
