import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import { requireWorkflow } from '../read-workflows.ts'
import { selectFirings } from './firing-queries.ts'
import { presentFiring, presentTrigger } from './present-trigger.ts'
import type { FiringListQuery, Trigger } from './schemas.ts'
import { findTrigger, selectTriggers, type TriggerRow } from './trigger-queries.ts'

type Needs = Pick<Deps, 'db'>

/** A trigger is found only under its own workflow. */
export async function requireTrigger(
  sql: Sql,
  actor: Actor,
  key: string,
  id: string,
): Promise<TriggerRow> {
  const { id: workflowId } = await requireWorkflow(sql, actor, key)
  const row = await findTrigger(sql, actor.workspaceId, { workflowId, id })
  if (!row) throw problem('trigger_not_found')
  return row
}

export async function listTriggers({ db }: Needs, actor: Actor, key: string) {
  requirePermission(actor, 'workflows:read')
  const sql = db.workspace(actor.workspaceId)
  const { id } = await requireWorkflow(sql, actor, key)
  const results = (await selectTriggers(sql, actor.workspaceId, id)).map(presentTrigger)
  return { count: results.length, results }
}

export async function getTrigger(
  { db }: Needs,
  actor: Actor,
  key: string,
  id: string,
): Promise<Trigger> {
  requirePermission(actor, 'workflows:read')
  return presentTrigger(await requireTrigger(db.workspace(actor.workspaceId), actor, key, id))
}

/** Newest first. */
export async function listFirings(
  { db }: Needs,
  actor: Actor,
  { key, id }: { key: string; id: string },
  query: FiringListQuery,
) {
  requirePermission(actor, 'workflows:read')
  const sql = db.workspace(actor.workspaceId)
  await requireTrigger(sql, actor, key, id)
  const { count, results } = await selectFirings(sql, actor.workspaceId, id, query)
  return { count, results: results.map(presentFiring) }
}
