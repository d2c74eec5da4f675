import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { lockBoard } from '../access.ts'
import { publishBoardChange } from '../publish-board-change.ts'
import type { Needs } from '../tasks/change-task.ts'
import { countInStatus } from '../tasks/queries.ts'
import { requireBothKinds } from './change-statuses.ts'
import { moveAll } from './move-status-tasks.ts'
import { markStatusDeleted, orderStatuses, selectStatuses } from './queries.ts'
import { requireStatus } from './read-statuses.ts'

/** Deletes a column. If it contains tasks, `moveTo` is required. */
export async function deleteStatus(
  deps: Needs,
  actor: Actor,
  reference: string,
  id: string,
  moveTo?: string,
): Promise<null> {
  requirePermission(actor, 'boards:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const board = await lockBoard(tx, actor, reference, 'write')
    const statuses = await selectStatuses(tx, workspaceId, [board.id])
    const status = requireStatus(statuses, id)
    const left = statuses.filter((one) => one.id !== status.id)
    const target = left.find((one) => one.id === moveTo?.toLowerCase())
    if (moveTo !== undefined && !target) {
      throw invalid('move_to', 'is not another status of this board')
    }
    requireBothKinds(left)
    const tasks = await countInStatus(tx, workspaceId, status.id)
    if (tasks > 0 && !target) {
      throw problem('status_has_tasks', {
        detail: `${status.title} still has ${tasks} tasks. Send move_to to move them to another status.`,
      })
    }
    if (target) await moveAll(deps, tx, actor, status, target)
    await markStatusDeleted(tx, workspaceId, status.id, deps.clock())
    await orderStatuses(
      tx,
      workspaceId,
      left.map((one) => one.id),
    )
    await publishBoardChange(deps, tx, actor, board.id, ['statuses'])
    return null
  })
}
