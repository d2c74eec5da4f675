import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import { isUuid } from '../../../lib/uuid.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { lockBoard, requireBoardId } from '../access.ts'
import { type BoardRow, takeNumbers } from '../queries.ts'
import { chooseSeries, settleSeries } from '../series/settle-series.ts'
import { selectStatuses } from '../statuses/queries.ts'
import { findBoardOfStatus } from '../statuses/read-statuses.ts'
import { settleStatus } from '../statuses/settle-status.ts'
import { findTask } from './access.ts'
import { changeTask, type Needs } from './change-task.ts'
import { chooseParent } from './choose-parent.ts'
import { blankFields } from './fields.ts'
import { placeTask } from './place-task.ts'
import { presentTask } from './present-task.ts'
import type { TaskRow } from './queries.ts'
import { readChanges } from './read-changes.ts'
import { requireTaskQuota } from './require-task-quota.ts'
import type { BoardTask, CreateTaskBody } from './schemas.ts'

/** Creates a task, by default at the end of the first column. */
export async function createTask(
  deps: Needs,
  actor: Actor,
  { board, ...body }: CreateTaskBody,
): Promise<BoardTask> {
  requirePermission(actor, 'boards:write')
  const { workspaceId } = actor
  if (board !== undefined) {
    return deps.db.group(workspaceId, createTogether, { deps, actor, board, body }, board)
  }
  return deps.db.transaction(workspaceId, async (tx) =>
    createTaskOn(tx, { deps, actor, board: await findBoardId(tx, actor, body), body }),
  )
}

interface NewTask {
  deps: Needs
  actor: Actor
  board: string
  body: Omit<CreateTaskBody, 'board' | 'title'> & { title?: string }
  /** Fields that a recurring task gets from its series. */
  more?: Pick<TaskRow, 'recurrence' | 'series_id' | 'checklist'>
}

/** Tasks of one board, whose lock each of them needs: together they wait for it once. */
async function createTogether(tx: Tx, all: NewTask[]): Promise<BoardTask[]> {
  const created: BoardTask[] = []
  for (const one of all) created.push(await writeTask(tx, one))
  const [{ deps, actor }] = all as [NewTask]
  await requireTaskQuota(deps, tx, actor)
  return created
}

/** Creates a task on a board in the caller’s transaction. */
export async function createTaskOn(tx: Tx, task: NewTask): Promise<BoardTask> {
  const created = await writeTask(tx, task)
  await requireTaskQuota(task.deps, tx, task.actor)
  return created
}

async function writeTask(
  tx: Tx,
  { deps, actor, board: reference, body, more }: NewTask,
): Promise<BoardTask> {
  const { workspaceId } = actor
  const id = await requireBoardId(tx, actor, reference, 'write')
  const [board, statuses] = await Promise.all([
    lockBoard(tx, actor, id, 'write'),
    selectStatuses(tx, workspaceId, [id]),
  ])
  const blank = newTask(deps, actor, board, { number: 0, status: statuses[0]?.id as string })
  const settled = settleStatus(statuses, blank, { status: body.status, complete: body.complete })
  const changes = await readChanges(deps, tx, actor, blank, body)
  const parent = await chooseParent(tx, actor, blank, body.parent ?? null)
  const [number, order] = await Promise.all([
    takeNumbers(tx, workspaceId, id, 1),
    body.order ?? placeTask(deps, tx, actor, blank, settled),
  ])
  const task = { ...blank, number }
  const series = chooseSeries(deps, task, body)
  const all = { ...changes, ...settled, parent, order, ...series, ...more }
  const made = await changeTask(deps, tx, actor, task, all)
  await settleSeries(deps, tx, actor, made, body.recurrence)
  return presentTask(made)
}

/** A status and a parent each belong to a board, so they determine the board. */
async function findBoardId(
  tx: Tx,
  actor: Actor,
  { status, parent }: Pick<CreateTaskBody, 'status' | 'parent'>,
): Promise<string> {
  if (status !== undefined && !isUuid(status)) {
    throw invalid('board', 'is required if `status` is the title of a column')
  }
  if (status !== undefined) {
    const board = await findBoardOfStatus(tx, actor, status)
    if (board) return board
    throw invalid('status', 'is not a status of a board that you can see')
  }
  if (parent) {
    const found = await findTask(tx, actor, parent)
    if (found) return found.board
    throw invalid('parent', 'is not a task that you can see')
  }
  throw invalid('board', 'is required unless you send status or parent')
}

/** An empty task with only its location. */
export function newTask(
  { random, clock }: Pick<Needs, 'random' | 'clock'>,
  actor: Actor,
  board: Pick<BoardRow, 'id' | 'slug' | 'access' | 'is_own'>,
  { number, status }: Pick<TaskRow, 'number' | 'status'>,
): TaskRow {
  const at = clock()
  return {
    id: random.uuid(),
    board: board.id,
    board_slug: board.slug,
    number,
    status,
    ...blankFields(),
    checklist: [],
    attachments: [],
    recurrence: null,
    series_id: null,
    subtasks: [],
    activity_count: 0,
    creator: actor.userId || null,
    modifier: actor.userId || null,
    modifier_kind: actor.kind,
    modifier_name: actor.name,
    created_at: at,
    updated_at: at,
    access: board.access,
    is_own: board.is_own,
  }
}
