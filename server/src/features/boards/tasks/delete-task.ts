import { requireMatch } from '../../../http/etag.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { countLess } from '../queries.ts'
import { lockTaskWithParts } from './access.ts'
import { changeTask, type Needs } from './change-task.ts'
import { presentTask } from './present-task.ts'
import { tasksByIds } from './queries.ts'

/** Soft-deletes a task and all its subtasks. Their history stays. */
export async function deleteTask(
  deps: Needs,
  actor: Actor,
  reference: string,
  ifMatch?: string,
): Promise<null> {
  requirePermission(actor, 'boards:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const { task, partIds } = await lockTaskWithParts(tx, actor, reference)
    requireMatch(ifMatch, presentTask(task))
    const parts = await tasksByIds(tx, actor, partIds)
    for (const one of [task, ...parts]) await changeTask(deps, tx, actor, one, { deleted: true })
    await countLess(tx, workspaceId, task.board, 1 + parts.length)
    return null
  })
}
