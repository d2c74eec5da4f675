import { type Actor, requirePermission } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { requireBoard } from '../access.ts'
import { countLess, takeNumbers } from '../queries.ts'
import { selectStatuses, statusesByIds } from '../statuses/queries.ts'
import type { Status } from '../statuses/schemas.ts'
import { matchingStatus, settleStatus } from '../statuses/settle-status.ts'
import { lockTaskOnBoard, lockTaskWithParts } from './access.ts'
import { changeTask, type Needs } from './change-task.ts'
import { placeTask } from './place-task.ts'
import { presentTask } from './present-task.ts'
import { type TaskRow, tasksByIds } from './queries.ts'
import type { BoardTask, MoveTaskBody } from './schemas.ts'

/** Moves a task to a position in a column, on its own board or another. */
export async function moveTask(
  deps: Needs,
  actor: Actor,
  reference: string,
  { board, status, before, after }: MoveTaskBody,
): Promise<BoardTask> {
  requirePermission(actor, 'boards:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const target = board === undefined ? undefined : await requireBoard(tx, actor, board, 'write')
    const { task, partIds } = target
      ? await lockTaskWithParts(tx, actor, reference, target.id)
      : { task: await lockTaskOnBoard(tx, actor, reference), partIds: [] }
    const isElsewhere = target !== undefined && target.id !== task.board
    const statuses = await selectStatuses(tx, actor.workspaceId, [target?.id ?? task.board])
    const wanted = status ?? (isElsewhere ? await nearest(tx, actor, task, statuses) : task.status)
    const settled = settleStatus(statuses, task, { status: wanted })
    const place = { before, after }
    const order = await placeTask(deps, tx, actor, task, { ...place, status: settled.status })
    const changes = { ...settled, order }
    if (!isElsewhere) return presentTask(await changeTask(deps, tx, actor, task, changes))

    const number = await takeNumbers(tx, actor.workspaceId, target.id, 1 + partIds.length)
    await countLess(tx, actor.workspaceId, task.board, 1 + partIds.length)
    await bringParts(deps, tx, actor, partIds, { board: target.id, number: number + 1, statuses })
    const there = { ...changes, board: target.id, number, parent: null }
    const onTarget = { ...task, board_slug: target.slug }
    return presentTask(await changeTask(deps, tx, actor, onTarget, there))
  })
}

async function nearest(tx: Tx, actor: Actor, task: TaskRow, statuses: Status[]): Promise<string> {
  const [current] = await statusesByIds(tx, actor.workspaceId, [task.status])
  return matchingStatus(statuses, current as Status).id
}

/** Subtasks move with their parent, each into the column most like its own. */
async function bringParts(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  ids: string[],
  to: { board: string; number: number; statuses: Status[] },
): Promise<void> {
  let { number } = to
  for (const part of await tasksByIds(tx, actor, ids)) {
    const status = await nearest(tx, actor, part, to.statuses)
    const order = await placeTask(deps, tx, actor, part, { status })
    await changeTask(deps, tx, actor, part, { board: to.board, number: number++, status, order })
  }
}
