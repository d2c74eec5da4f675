import type { Deps } from '../../deps.ts'
import type { PageRequest } from '../../http/pagination.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Definition } from './definition/definition.ts'
import { maskDefinition } from './mask-headers.ts'
import {
  findVersion,
  findWorkflow,
  listedWorkflows,
  selectVersions,
  selectWorkflows,
  type VersionRow,
  type WorkflowRow,
} from './queries.ts'
import type { Workflow, WorkflowListQuery } from './schemas.ts'

type Needs = Pick<Deps, 'db'>

/** A workflow that is not deleted, by id or slug. */
export async function requireWorkflow(sql: Sql, actor: Actor, key: string): Promise<WorkflowRow> {
  const row = await findWorkflow(sql, actor.workspaceId, key)
  if (!row || row.deleted_at !== null) throw problem('workflow_not_found')
  return row
}

export async function requireVersion(
  sql: Sql,
  { workspace_id, id }: Pick<WorkflowRow, 'workspace_id' | 'id'>,
  version: number,
): Promise<VersionRow> {
  const found = await findVersion(sql, workspace_id, id, version)
  if (!found) throw problem('workflow_version_not_found')
  return found
}

export async function getWorkflow({ db }: Needs, actor: Actor, key: string): Promise<Workflow> {
  requirePermission(actor, 'workflows:read')
  const sql = db.workspace(actor.workspaceId)
  const row = await requireWorkflow(sql, actor, key)
  const { definition } = await requireVersion(sql, row, row.version)
  return present(row, presentDefinition(actor, definition))
}

/**
 * People who may edit a workflow must see its contents; others do not need the secrets it sends.
 */
function presentDefinition(actor: Actor, definition: Definition): Definition {
  return actor.permissions.has('workflows:write') ? definition : maskDefinition(definition)
}

export function present(row: WorkflowRow, definition: object): Workflow {
  return { ...row, definition: definition as Workflow['definition'] }
}

export async function listWorkflows({ db }: Needs, actor: Actor, query: WorkflowListQuery) {
  requirePermission(actor, 'workflows:read')
  return selectWorkflows(db.workspace(actor.workspaceId), actor.workspaceId, query)
}

/** The workflows that agents may start, in the format they choose from. */
export async function listStartable({ db }: Needs, actor: Actor) {
  requirePermission(actor, 'workflows:read')
  const rows = await listedWorkflows(db.workspace(actor.workspaceId), actor.workspaceId)
  const results = rows.map(({ inputs, ...row }) => ({ ...row, inputs: asObject(inputs) }))
  return { count: results.length, results }
}

/** Clients expect an object schema, also for a workflow without inputs. */
function asObject(inputs: unknown): object {
  return { type: 'object', properties: {}, ...(inputs as object) }
}

export async function listVersions({ db }: Needs, actor: Actor, key: string, page: PageRequest) {
  requirePermission(actor, 'workflows:read')
  const sql = db.workspace(actor.workspaceId)
  const { id } = await requireWorkflow(sql, actor, key)
  const { count, results } = await selectVersions(sql, actor.workspaceId, id, page)
  return { count, results: results.map((row) => presentVersion(actor, row)) }
}

export async function getVersion({ db }: Needs, actor: Actor, key: string, version: number) {
  requirePermission(actor, 'workflows:read')
  const sql = db.workspace(actor.workspaceId)
  const row = await requireWorkflow(sql, actor, key)
  return presentVersion(actor, await requireVersion(sql, row, version))
}

function presentVersion(actor: Actor, version: VersionRow) {
  const { definition, author_permissions: _, ...row } = version
  return {
    ...row,
    definition: presentDefinition(actor, definition) as unknown as Workflow['definition'],
  }
}
