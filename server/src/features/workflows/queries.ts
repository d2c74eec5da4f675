import { readPage } from '../../http/pagination.ts'
import { isUuid } from '../../lib/uuid.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { asSent } from './as-sent.ts'
import type { Definition } from './definition/definition.ts'
import type { WorkflowListQuery, WorkflowSummary } from './schemas.ts'

export interface WorkflowRow extends WorkflowSummary {
  workspace_id: number
  deleted_at: Date | null
}

export interface VersionRow {
  version: number
  definition: Definition
  created_by: { id: number; name: string; kind: string }
  /**
   * The permissions of the author's credential; null for versions saved before this was recorded.
   */
  author_permissions: string[] | null
  created_at: Date
}

export async function insertWorkflow(tx: Tx, row: Omit<WorkflowRow, 'deleted_at'>): Promise<void> {
  await tx`
    insert into workflows (id, workspace_id, slug, version, title, description, inputs, is_listed,
      created_by, created_at, updated_at)
    values (${row.id}, ${row.workspace_id}, ${row.slug}, ${row.version}, ${row.title},
      ${row.description}, ${asSent(tx, row.inputs)}, ${row.is_listed}, ${tx.json(row.created_by)},
      ${row.created_at}, ${row.updated_at})`
}

export async function insertVersion(
  tx: Tx,
  { workspace_id, id }: Pick<WorkflowRow, 'workspace_id' | 'id'>,
  { version, definition, created_by, author_permissions, created_at }: VersionRow,
): Promise<void> {
  await tx`
    insert into workflow_versions
      (workspace_id, workflow_id, version, definition, created_by, author_permissions, created_at)
    values (${workspace_id}, ${id}, ${version}, ${asSent(tx, definition)}, ${tx.json(created_by)},
      ${author_permissions}::text[], ${created_at})`
}

/** Finds a workflow by id or slug; a deleted one only by id, so its runs stay accessible. */
export async function findWorkflow(
  sql: Sql,
  workspaceId: number,
  key: string,
): Promise<WorkflowRow | undefined> {
  const wanted = isUuid(key)
    ? sql.part`id = ${key}`
    : sql.part`slug = ${key} and deleted_at is null`
  const [row] = await sql<WorkflowRow>`
    select * from workflows where workspace_id = ${workspaceId} and ${wanted}`
  return row
}

export async function lockWorkflow(
  tx: Tx,
  workspaceId: number,
  id: string,
): Promise<WorkflowRow | undefined> {
  const [row] = await tx<WorkflowRow>`
    select * from workflows where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

export async function updateWorkflowRow(tx: Tx, row: WorkflowRow): Promise<void> {
  await tx`
    update workflows set slug = ${row.slug}, version = ${row.version}, title = ${row.title},
      description = ${row.description}, inputs = ${asSent(tx, row.inputs)},
      is_listed = ${row.is_listed}, updated_at = ${row.updated_at}, deleted_at = ${row.deleted_at}
    where workspace_id = ${row.workspace_id} and id = ${row.id}`
}

export async function findVersion(
  sql: Sql,
  workspaceId: number,
  workflowId: string,
  version: number,
): Promise<VersionRow | undefined> {
  const [row] = await sql<VersionRow>`
    select version, definition, created_by, author_permissions, created_at from workflow_versions
    where workspace_id = ${workspaceId} and workflow_id = ${workflowId} and version = ${version}`
  return row
}

export async function selectVersions(
  sql: Sql,
  workspaceId: number,
  workflowId: string,
  page: { page: number; page_size: number },
) {
  const from = sql.part`from workflow_versions where workspace_id = ${workspaceId} and workflow_id = ${workflowId}`
  return readPage<VersionRow>(sql, page, {
    columns: sql.part`version, definition, created_by, author_permissions, created_at`,
    from,
    order: sql.part`version desc`,
  })
}

export async function selectWorkflows(sql: Sql, workspaceId: number, query: WorkflowListQuery) {
  const from = sql.part`from workflows where workspace_id = ${workspaceId} and deleted_at is null
    ${query.search ? sql.part`and strpos(lower(title), lower(${query.search})) > 0` : sql.part``}`
  const order = sql.part`created_at desc, id desc`
  return readPage<WorkflowRow>(sql, query, { columns: sql.part`*`, from, order })
}

export async function listedWorkflows(sql: Sql, workspaceId: number): Promise<WorkflowRow[]> {
  return sql<WorkflowRow>`
    select * from workflows where workspace_id = ${workspaceId} and is_listed and deleted_at is null
    order by title, id limit 1000`
}

export async function slugsLike(tx: Tx, workspaceId: number, base: string): Promise<Set<string>> {
  const rows = await tx<{ slug: string }>`
    select slug from workflows where workspace_id = ${workspaceId} and deleted_at is null
      and starts_with(slug, ${base})`
  return new Set(rows.map(({ slug }) => slug))
}
