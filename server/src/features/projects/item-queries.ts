import { readPage } from '../../http/pagination.ts'
import { anywhere } from '../../lib/like-pattern.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { ItemListQuery, ProjectItem } from './item-schemas.ts'
import type { ProjectRow } from './queries.ts'

type Owner = Pick<ProjectRow, 'id' | 'workspace_id'>

export type ItemRow = Omit<ProjectItem, 'data'> & { data: string }

const columns = (sql: Sql) => sql.part`id, title, description, primary_type, start_date, due_date,
  status, priority, "order", data, creator, modifier, created_at, updated_at`

export async function items(sql: Sql, project: Owner, query: ItemListQuery) {
  const { search, status, primary_type } = query
  const pattern = search && anywhere(search)
  const from = sql.part`from project_items where workspace_id = ${project.workspace_id} and project_id = ${project.id}
    ${pattern ? sql.part`and (title || ' ' || description) ilike ${pattern}` : sql.part``}
    ${status === undefined ? sql.part`` : sql.part`and status = ${status}`}
    ${primary_type === undefined ? sql.part`` : sql.part`and primary_type = ${primary_type}`}`
  const order = sql.part`"order", created_at, id`
  return readPage<ItemRow>(sql, query, { columns: columns(sql), from, order })
}

export async function findItem(
  sql: Sql,
  project: Owner,
  itemId: string,
): Promise<ItemRow | undefined> {
  const [row] = await sql<ItemRow>`
    select ${columns(sql)} from project_items
    where workspace_id = ${project.workspace_id} and project_id = ${project.id} and id = ${itemId}`
  return row
}

export async function nextOrder(sql: Sql, project: Owner): Promise<number> {
  const [row] = await sql<{ next: number }>`
    select least(coalesce(max("order") + 1, 0), 1000000000) as next from project_items
    where workspace_id = ${project.workspace_id} and project_id = ${project.id}`
  return row?.next ?? 0
}

export async function insertItem(sql: Sql, project: Owner, row: ItemRow): Promise<ItemRow> {
  const owned = { workspace_id: project.workspace_id, project_id: project.id }
  const [made] = await sql<ItemRow>`
    insert into project_items ${sql.columns({ ...row, ...owned })} returning ${columns(sql)}`
  return made as ItemRow
}

export async function changeItem(
  sql: Sql,
  project: Owner,
  itemId: string,
  changes: Partial<Omit<ItemRow, 'id'>>,
): Promise<ItemRow> {
  const [row] = await sql<ItemRow>`
    update project_items set ${sql.columns(changes)}
    where workspace_id = ${project.workspace_id} and project_id = ${project.id} and id = ${itemId}
    returning ${columns(sql)}`
  return row as ItemRow
}

export async function removeItem(sql: Sql, project: Owner, itemId: string): Promise<void> {
  await sql`delete from project_items
    where workspace_id = ${project.workspace_id} and project_id = ${project.id} and id = ${itemId}`
}

export async function itemIds(sql: Sql, project: Owner): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select id from project_items
    where workspace_id = ${project.workspace_id} and project_id = ${project.id}
    order by "order", created_at, id`
  return rows.map(({ id }) => id)
}

/** Moves items to the positions in which their ids are listed, skipping unchanged ones. */
export async function placeItems(
  sql: Sql,
  project: Owner,
  ids: string[],
  { userId, at }: { userId: number; at: Date },
): Promise<number> {
  const moved = await sql`
    update project_items i set "order" = n.place - 1, modifier = ${userId}, updated_at = ${at}
    from unnest(${ids}::uuid[]) with ordinality as n (id, place)
    where i.workspace_id = ${project.workspace_id} and i.project_id = ${project.id}
      and i.id = n.id and i."order" <> n.place - 1
    returning i.id`
  return moved.length
}
