import type { Actor } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { findTask } from './access.ts'
import { ancestors, subtree, type TaskRow } from './queries.ts'

export const maxLevels = 5

/**
 * The new parent of a task: on the same board, not one of its own subtasks, and not too deep. The
 * board is locked, so tasks there cannot be nested concurrently.
 */
export async function chooseParent(
  tx: Tx,
  actor: Actor,
  task: Pick<TaskRow, 'id' | 'board'>,
  reference: string | null,
): Promise<string | null> {
  if (reference === null) return null
  const parent = await findTask(tx, actor, reference)
  if (!parent || parent.board !== task.board) throw invalid('parent', 'is not a task of this board')
  const [parts, above] = await Promise.all([
    subtree(tx, actor.workspaceId, task.id),
    ancestors(tx, actor.workspaceId, parent.id),
  ])
  if (parent.id === task.id || parts.some(({ id }) => id === parent.id)) {
    throw problem('subtask_cycle', {
      detail: 'The parent is the task itself or one of its subtasks.',
    })
  }
  const height = Math.max(0, ...parts.map(({ depth }) => depth)) + 1
  if (above.length + 1 + height > maxLevels) {
    throw problem('subtasks_too_deep', {
      detail: `Tasks can be nested at most ${maxLevels} levels deep.`,
    })
  }
  return parent.id
}
