import { requireMatch } from '../../../http/etag.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { laterTasks } from '../series/series-queries.ts'
import { chooseSeries, holdValues, settleSeries } from '../series/settle-series.ts'
import { selectStatuses } from '../statuses/queries.ts'
import { settleStatus } from '../statuses/settle-status.ts'
import { lockTask, lockTaskOnBoard } from './access.ts'
import { changeTask, type Needs } from './change-task.ts'
import { chooseParent } from './choose-parent.ts'
import { inheritedFields } from './fields.ts'
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
  if (body.apply_to === 'following') return updateFollowing(deps, actor, reference, body, ifMatch)
  return updateOne(deps, actor, reference, body, ifMatch)
}

async function updateOne(
  deps: Needs,
  actor: Actor,
  reference: string,
  body: UpdateTaskBody,
  ifMatch?: string,
): Promise<BoardTask> {
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const isStructural = structural.some((field) => body[field] !== undefined)
    const lock = isStructural ? lockTaskOnBoard : lockTask
    const task = await lock(tx, actor, reference)
    requireMatch(ifMatch, presentTask(task))
    const changes = {
      ...(await readChanges(deps, tx, actor, task, body)),
      ...(isStructural && (await structuralChanges(deps, tx, actor, task, body))),
    }
    const series = chooseSeries(deps, task, body)
    const after = await changeTask(deps, tx, actor, task, { ...changes, ...series })
    await settleSeries(deps, tx, actor, after, body.recurrence)
    if (body.apply_to !== 'following') await holdValues(tx, actor, task, after)
    return presentTask(after)
  })
}

/** Also changes the open tasks of the series after it, except for their dates and progress. */
async function updateFollowing(
  deps: Needs,
  actor: Actor,
  reference: string,
  body: UpdateTaskBody,
  ifMatch?: string,
): Promise<BoardTask> {
  return deps.db.atomically(actor.workspaceId, async (db) => {
    const inside = { ...deps, db }
    const first = await updateOne(inside, actor, reference, body, ifMatch)
    const { id, series_id, created_at } = first
    if (series_id === null) return first
    const shared = Object.fromEntries(
      inheritedFields.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]),
    ) as UpdateTaskBody
    const later = await db.transaction(actor.workspaceId, (tx) =>
      laterTasks(tx, actor.workspaceId, { id, series_id, created_at }),
    )
    for (const task of later) await updateOne(inside, actor, task.id, shared)
    return first
  })
}

async function structuralChanges(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  task: TaskRow,
  { status, complete, parent, order }: UpdateTaskBody,
): Promise<TaskChanges> {
  const statuses = await selectStatuses(tx, actor.workspaceId, [task.board])
  const settled = settleStatus(statuses, task, { status, complete })
  const isMoved = settled.status !== task.status
  return {
    ...settled,
    ...(isMoved && { order: await placeTask(deps, tx, actor, task, settled) }),
    ...(order !== undefined && { order }),
    ...(parent !== undefined && { parent: await chooseParent(tx, actor, task, parent) }),
  }
}
