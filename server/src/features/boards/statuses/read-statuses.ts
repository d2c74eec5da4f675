import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import { findBoard, requireBoard } from '../access.ts'
import { selectStatuses, statusById } from './queries.ts'
import type { Status } from './schemas.ts'

type Needs = Pick<Deps, 'db'>

/** Left to right. */
export async function listStatuses({ db }: Needs, actor: Actor, reference: string) {
  requirePermission(actor, 'boards:read')
  const sql = db.workspace(actor.workspaceId)
  const { id } = await requireBoard(sql, actor, reference, 'read')
  return selectStatuses(sql, actor.workspaceId, [id])
}

export async function getStatus({ db }: Needs, actor: Actor, reference: string, statusId: string) {
  requirePermission(actor, 'boards:read')
  const sql = db.workspace(actor.workspaceId)
  const { id } = await requireBoard(sql, actor, reference, 'read')
  return requireStatus(await selectStatuses(sql, actor.workspaceId, [id]), statusId)
}

export function requireStatus(statuses: readonly Status[], id: string): Status {
  const found = statuses.find((status) => status.id === id.toLowerCase())
  if (!found) throw problem('status_not_found')
  return found
}

/** The board of a status, if the actor can access it. */
export async function findBoardOfStatus(sql: Sql, actor: Actor, statusId: string) {
  const status = await statusById(sql, actor.workspaceId, statusId)
  return status && (await findBoard(sql, actor, status.board))?.id
}
