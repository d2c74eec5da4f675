import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { JsonText } from '../../lib/exact-json/json-text.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Fields } from './document.ts'
import { requireType } from './project-types.ts'
import { findProject, type ProjectRow, projects } from './queries.ts'
import { currentFields } from './revision-queries.ts'
import type { Project, ProjectListQuery, ProjectParams } from './schemas.ts'

type Needs = Pick<Deps, 'db'>

export async function listProjects(
  { db }: Needs,
  actor: Actor,
  resourcetype: string | undefined,
  query: ProjectListQuery,
) {
  requirePermission(actor, 'projects:read')
  const sql = db.workspace(actor.workspaceId)
  const type =
    resourcetype === undefined ? undefined : await requireType(sql, actor.workspaceId, resourcetype)
  return projects(sql, actor, type, query)
}

export async function getProject(
  { db }: Needs,
  actor: Actor,
  which: ProjectParams,
): Promise<Project> {
  requirePermission(actor, 'projects:read')
  const sql = db.workspace(actor.workspaceId)
  const project = await requireProject(sql, actor, which)
  return presentProject(project, await currentFields(sql, project))
}

/** A project that the actor can access and that is not deleted. */
export async function requireProject(
  sql: Sql,
  actor: Actor,
  { resourcetype, id }: ProjectParams,
): Promise<ProjectRow> {
  const type = await requireType(sql, actor.workspaceId, resourcetype)
  return unlessDeleted(await findProject(sql, actor, type, id))
}

/** Like `requireProject`, and locks the project until the transaction ends. */
export async function lockProject(
  tx: Tx,
  actor: Actor,
  { resourcetype, id }: ProjectParams,
): Promise<ProjectRow> {
  const type = await requireType(tx, actor.workspaceId, resourcetype)
  return unlessDeleted(await findProject(tx, actor, type, id, true))
}

function unlessDeleted(project: ProjectRow | undefined): ProjectRow {
  if (!project || project.deleted_at !== null) throw problem('project_not_found')
  return project
}

export function presentProject(row: ProjectRow, { data }: Pick<Fields, 'data'>): Project {
  const { resourcetype, title, description, primary_type, revision } = row
  const { creator, modifier, space_id, created_at, updated_at } = row
  return {
    ...{ id: row.uuid ?? row.id, resourcetype, title, description, primary_type },
    ...{ data: new JsonText(data), revision, creator, modifier, space_id, created_at, updated_at },
  }
}
