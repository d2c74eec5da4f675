import type { Sql } from '../../platform/postgres/sql.ts'
import type { ProjectType } from './schemas.ts'

const columns = (sql: Sql) => sql.part`resourcetype, id_kind, title, false as built_in`

export function addedTypes(sql: Sql, workspaceId: number): Promise<ProjectType[]> {
  return sql<ProjectType>`
    select ${columns(sql)} from project_types where workspace_id = ${workspaceId}
    order by created_at, resourcetype`
}

export async function addedType(
  sql: Sql,
  workspaceId: number,
  name: string,
  keep: boolean,
): Promise<ProjectType | undefined> {
  const [type] = await sql<ProjectType>`
    select ${columns(sql)} from project_types
    where workspace_id = ${workspaceId} and lower(resourcetype) = lower(${name})
    ${keep ? sql.part`for key share` : sql.part``}`
  return type
}

export async function insertType(
  sql: Sql,
  workspaceId: number,
  { resourcetype, id_kind, title }: Omit<ProjectType, 'built_in'>,
  userId: number,
  at: Date,
): Promise<void> {
  await sql`
    insert into project_types (workspace_id, resourcetype, id_kind, title, created_by, created_at)
    values (${workspaceId}, ${resourcetype}, ${id_kind}, ${title}, ${userId}, ${at})`
}

/**
 * Prevents new projects of the type until the transaction ends. False if someone else has already
 * deleted the type.
 */
export async function removeType(
  sql: Sql,
  workspaceId: number,
  resourcetype: string,
): Promise<boolean> {
  const gone = await sql`
    delete from project_types where workspace_id = ${workspaceId} and resourcetype = ${resourcetype}
    returning resourcetype`
  return gone.length > 0
}

/** Deleted projects count: they can be restored. */
export async function isUsed(
  sql: Sql,
  workspaceId: number,
  resourcetype: string,
): Promise<boolean> {
  const rows = await sql`
    select id from projects
    where workspace_id = ${workspaceId} and resourcetype = ${resourcetype} limit 1`
  return rows.length > 0
}
