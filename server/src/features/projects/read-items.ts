import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { JsonText } from '../../lib/exact-json/json-text.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { findItem, type ItemRow, items } from './item-queries.ts'
import type { ItemListQuery, ProjectItem } from './item-schemas.ts'
import type { ProjectRow } from './queries.ts'
import { requireProject } from './read-projects.ts'
import type { ProjectParams } from './schemas.ts'

type Needs = Pick<Deps, 'db'>

export async function listItems(
  { db }: Needs,
  actor: Actor,
  which: ProjectParams,
  query: ItemListQuery,
) {
  requirePermission(actor, 'projects:read')
  const sql = db.workspace(actor.workspaceId)
  const project = await requireProject(sql, actor, which)
  const { count, results } = await items(sql, project, query)
  return { count, results: results.map(presentItem) }
}

export async function getItem(
  { db }: Needs,
  actor: Actor,
  which: ProjectParams,
  itemId: string,
): Promise<ProjectItem> {
  requirePermission(actor, 'projects:read')
  const sql = db.workspace(actor.workspaceId)
  const project = await requireProject(sql, actor, which)
  return presentItem(await requireItem(sql, project, itemId))
}

export async function requireItem(sql: Sql, project: ProjectRow, itemId: string): Promise<ItemRow> {
  const row = await findItem(sql, project, itemId)
  if (!row) throw problem('project_item_not_found')
  return row
}

export function presentItem(row: ItemRow): ProjectItem {
  return { ...row, data: new JsonText(row.data) }
}
