import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { requireBoard } from '../access.ts'
import { lockTaskOnBoard } from './access.ts'
import type { Needs } from './change-task.ts'
import { copyTasks, titleOfCopy } from './copy-tasks.ts'
import { placeTask } from './place-task.ts'
import { presentTask } from './present-task.ts'
import { subtree, type TaskRow, tasksByIds } from './queries.ts'
import type { BoardTask, CloneTaskOptions } from './schemas.ts'

/** Copies a task, placed right after it, with or without its subtasks. */
export async function cloneTask(
  deps: Needs,
  actor: Actor,
  reference: string,
  { title, with_subtasks: withSubtasks = false }: CloneTaskOptions,
): Promise<BoardTask> {
  requirePermission(actor, 'boards:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const task = await lockTaskOnBoard(tx, actor, reference)
    const board = await requireBoard(tx, actor, task.board, 'write')
    const parts = withSubtasks ? await subtree(tx, actor.workspaceId, task.id) : [task]
    const originals = await tasksByIds(
      tx,
      actor,
      parts.map(({ id }) => id),
    )
    // A copy has no position yet, so the original counts as its neighbour.
    const place = (original: TaskRow) => {
      const nobody = { ...original, id: deps.random.uuid(), order: '' }
      const where = original.id === task.id ? { after: task.id } : {}
      return placeTask(deps, tx, actor, nobody, { ...where, status: original.status })
    }
    const copies = await copyTasks(deps, tx, actor, originals, {
      board,
      statusOf: (status) => status,
      title: title?.trim() ?? titleOfCopy(task.title),
      place,
    })
    const [copy, ...rest] = copies as [TaskRow, ...TaskRow[]]
    const subtasks = rest.filter(({ parent }) => parent === copy.id).map(({ id }) => id)
    return presentTask({ ...copy, subtasks })
  })
}
