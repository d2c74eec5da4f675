import { computeOffset, type PageRequest } from '../../http/pagination.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Fields } from './document.ts'
import type { ProjectRow } from './queries.ts'
import type { RevisionSummary } from './revision-schemas.ts'

export type RevisionRow = RevisionSummary & Fields

type Owner = Pick<ProjectRow, 'id' | 'workspace_id'>

const summary = (sql: Sql) => sql.part`revision, action, from_revision, changed, paths, actor,
  request_id, created_at`

export function revisions(sql: Sql, project: Owner, page: PageRequest): Promise<RevisionSummary[]> {
  return sql<RevisionSummary>`
    select ${summary(sql)} from project_revisions
    where workspace_id = ${project.workspace_id} and project_id = ${project.id}
    order by revision desc limit ${page.page_size} offset ${computeOffset(page)}`
}

export async function findRevision(
  sql: Sql,
  project: Owner,
  revision: number,
): Promise<RevisionRow | undefined> {
  const [row] = await sql<RevisionRow>`
    select ${summary(sql)}, title, description, primary_type, data from project_revisions
    where workspace_id = ${project.workspace_id} and project_id = ${project.id}
      and revision = ${revision}`
  return row
}

/** The fields of the current revision. */
export async function currentFields(
  sql: Sql,
  { id, workspace_id, revision }: ProjectRow,
): Promise<Fields> {
  const [row] = await sql<Fields>`
    select title, description, primary_type, data from project_revisions
    where workspace_id = ${workspace_id} and project_id = ${id} and revision = ${revision}`
  return row as Fields
}

export async function insertRevision(sql: Sql, project: Owner, row: RevisionRow): Promise<void> {
  const owned = { project_id: project.id, workspace_id: project.workspace_id }
  await sql`insert into project_revisions
    ${sql.columns({ ...owned, ...row, actor: sql.json(row.actor) })}`
}
