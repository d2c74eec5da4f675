import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { requireBoard } from '../access.ts'
import { signsOfBoard } from './sign-queries.ts'

/** Comments and open blockers of a board's tasks; tasks with neither are left out. */
export async function listTaskSigns({ db }: Pick<Deps, 'db'>, actor: Actor, reference: string) {
  requirePermission(actor, 'boards:read')
  const sql = db.workspace(actor.workspaceId)
  const { id } = await requireBoard(sql, actor, reference, 'read')
  const results = await signsOfBoard(sql, actor.workspaceId, id)
  return { count: results.length, results }
}
