import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { keyBetween } from '../../../lib/order-key.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { lockBoard } from '../access.ts'
import { changeTask, type Needs } from '../tasks/change-task.ts'
import { keysAround, lockTaskRows, tasksByIds, tasksInStatus } from '../tasks/queries.ts'
import { selectStatuses } from './queries.ts'
import { findBoardOfStatus, requireStatus } from './read-statuses.ts'
import type { Status } from './schemas.ts'
import { isOpen } from './settle-status.ts'

const maxAtOnce = 5000

/** Moves all tasks of a column to the end of another column on the same board. */
export async function moveStatusTasks(
  deps: Needs,
  actor: Actor,
  id: string,
  targetId: string,
): Promise<{ moved: number }> {
  requirePermission(actor, 'boards:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const boardId = await findBoardOfStatus(tx, actor, id)
    if (!boardId) throw problem('status_not_found')
    const board = await lockBoard(tx, actor, boardId, 'write')
    const statuses = await selectStatuses(tx, actor.workspaceId, [board.id])
    const from = requireStatus(statuses, id)
    const to = statuses.find((status) => status.id === targetId.toLowerCase())
    if (!to) throw invalid('target_status_id', 'is not a status of the same board')
    return { moved: from.id === to.id ? 0 : await moveAll(deps, tx, actor, from, to) }
  })
}

/** The caller holds the board lock. */
export async function moveAll(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  from: Status,
  to: Status,
): Promise<number> {
  const tasks = await lockColumn(tx, actor, from)
  const together = new Set(tasks.map(({ id }) => id))
  const { last } = await keysAround(tx, actor.workspaceId, to.id, { except: to.id })
  let order = last
  for (const task of tasks) {
    order = keyBetween(order, null)
    const changes = { status: to.id, complete: !isOpen(to), order }
    await changeTask(deps, tx, actor, task, { ...changes, about: { together } })
  }
  return tasks.length
}

/** Completes or reopens all tasks of a column after its category has changed. */
export async function completeAll(deps: Needs, tx: Tx, actor: Actor, status: Status) {
  const tasks = await lockColumn(tx, actor, status)
  const together = new Set(tasks.map(({ id }) => id))
  for (const task of tasks) {
    await changeTask(deps, tx, actor, task, { complete: !isOpen(status), about: { together } })
  }
}

async function lockColumn(tx: Tx, actor: Actor, status: Status) {
  const ids = await tasksInStatus(tx, actor.workspaceId, status.id)
  if (ids.length > maxAtOnce) {
    throw problem('too_many_tasks', {
      detail: `The status has ${ids.length} tasks; at most ${maxAtOnce} can change at once.`,
    })
  }
  await lockTaskRows(tx, actor.workspaceId, ids)
  return tasksByIds(tx, actor, ids)
}
