import { requireMatch } from '../../../http/etag.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { statusesOf } from '../statuses/queries.ts'
import { settleStatus } from '../statuses/settle-status.ts'
import { lockTask, lockTaskOnBoard } from './access.ts'
import { changeTask, type Needs } from './change-task.ts'
import { chooseParent } from './choose-parent.ts'
import { placeTask } from './place-task.ts'
import { presentTask } from './present-task.ts'
import type { TaskRow } from './queries.ts'
import { readChanges } from './read-changes.ts'
import type { BoardTask, UpdateTaskBody } from './schemas.ts'
import type { TaskChanges } from './state.ts'

/** Changes to these fields affect other tasks on the board, so they lock the board too. */
const structural = ['status', 'complete', 'parent', 'order'] as const

/** Updates the given fields. A task that changes its column goes to the end of the new one. */
export async function updateTask(
  deps: Needs,
  actor: Actor,
  reference: string,
  body: UpdateTaskBody,
  ifMatch?: string,
): Promise<BoardTask> {
  requirePermission(actor, 'boards:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const isStructural = structural.some((field) => body[field] !== undefined)
    const lock = isStructural ? lockTaskOnBoard : lockTask
    const task = await lock(tx, actor, reference)
    requireMatch(ifMatch, presentTask(task))
    const changes = {
      ...(await readChanges(deps, tx, actor, task, body)),
      ...(isStructural && (await structuralChanges(deps, tx, actor, task, body))),
    }
    return presentTask(await changeTask(deps, tx, actor, task, changes))
  })
}

async function structuralChanges(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  task: TaskRow,
  { status, complete, parent, order }: UpdateTaskBody,
): Promise<TaskChanges> {
  const statuses = await statusesOf(tx, actor.workspaceId, [task.board])
  const settled = settleStatus(statuses, task, { status, complete })
  const isMoved = settled.status !== task.status
  return {
    ...settled,
    ...(isMoved && { order: await placeTask(deps, tx, actor, task, settled) }),
    ...(order !== undefined && { order }),
    ...(parent !== undefined && { parent: await chooseParent(tx, actor, task, parent) }),
  }
}
