import type { Actor } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import { keyBetween } from '../../../lib/order-key.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { findTask } from './access.ts'
import { changeTask, type Needs } from './change-task.ts'
import { keysAround, lockTaskRows, type TaskRow, tasksByIds, tasksInStatus } from './queries.ts'

/** Beyond this length, all keys of the column are regenerated. */
const longestKey = 400

export interface TaskPosition {
  /** The id of the column. */
  status: string
  before?: string | undefined
  after?: string | undefined
}

/**
 * The key for a position in a column: before or after another task, or at the end. The board is
 * locked, so positions cannot change concurrently. A task already at the position keeps its key.
 */
export async function placeTask(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  task: TaskRow,
  place: TaskPosition,
): Promise<string> {
  const [from, to] = await neighbours(tx, actor, task, place)
  const isThere =
    task.status === place.status &&
    (from === null || task.order > from) &&
    (to === null || task.order < to)
  if (isThere && task.order !== '') return task.order
  const key = keyBetween(from, to)
  if (key.length <= longestKey) return key
  await spread(deps, tx, actor, task.id, place.status)
  return keyBetween(...(await neighbours(tx, actor, task, place)))
}

async function neighbours(
  tx: Tx,
  actor: Actor,
  task: TaskRow,
  { status: statusId, before, after }: TaskPosition,
): Promise<[string | null, string | null]> {
  const { workspaceId } = actor
  const side = before === undefined ? 'after' : 'before'
  const reference = before ?? after
  if (reference === undefined) {
    const { last } = await keysAround(tx, workspaceId, statusId, { except: task.id })
    return [last, null]
  }
  if (before !== undefined && after !== undefined) {
    throw invalid('after', 'cannot be combined with before; send only one of them')
  }
  const other = await findTask(tx, actor, reference)
  if (other?.id === task.id) throw invalid(side, 'must be a different task')
  if (other?.status !== statusId) throw invalid(side, 'is not a task of this column')
  const key = other.order
  const around = { below: key, above: key, except: task.id }
  const { last, first } = await keysAround(tx, workspaceId, statusId, around)
  return side === 'before' ? [last, key] : [key, first]
}

/** Regenerates short keys, in the same order, for all tasks of a column except one. */
async function spread(deps: Needs, tx: Tx, actor: Actor, except: string, statusId: string) {
  const ids = await tasksInStatus(tx, actor.workspaceId, statusId)
  const others = ids.filter((id) => id !== except)
  await lockTaskRows(tx, actor.workspaceId, others)
  let key: string | null = null
  for (const task of await tasksByIds(tx, actor, others)) {
    key = keyBetween(key, null)
    await changeTask(deps, tx, actor, task, { order: key })
  }
}
