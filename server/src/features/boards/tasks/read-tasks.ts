import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { requireBoard, visibleBoards } from '../access.ts'
import { readExpand } from '../expand.ts'
import { requireTask } from './access.ts'
import { readFilter, type TaskFilter } from './filter.ts'
import { tasks } from './list-queries.ts'
import { presentTasks, taskExpansions } from './present-task.ts'
import type { BoardTask, TaskListQuery } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'fileSecrets'>

export async function getTask(
  deps: Needs,
  actor: Actor,
  reference: string,
  expand?: string,
): Promise<BoardTask> {
  requirePermission(actor, 'boards:read')
  const wanted = readExpand(expand, taskExpansions)
  const sql = deps.db.workspace(actor.workspaceId)
  const task = await requireTask(sql, actor, reference, 'read')
  const [presented] = await presentTasks(deps, sql, actor, [task], wanted)
  return presented as BoardTask
}

export async function listTasks(deps: Needs, actor: Actor, query: TaskListQuery) {
  requirePermission(actor, 'boards:read')
  const wanted = readExpand(query.expand, taskExpansions)
  const filter: TaskFilter = readFilter(actor, query)
  const sql = deps.db.workspace(actor.workspaceId)
  if (query.board !== undefined) {
    filter.boardId = (await requireBoard(sql, actor, query.board, 'read')).id
  }
  if (query.parent !== undefined) filter.parentId = await parentOf(deps, actor, query.parent)
  const { count, results } = await tasks(sql, actor, visibleBoards(sql, actor), filter, query)
  return { count, results: await presentTasks(deps, sql, actor, results, wanted) }
}

async function parentOf({ db }: Needs, actor: Actor, reference: string): Promise<string | null> {
  if (reference === 'none') return null
  const sql = db.workspace(actor.workspaceId)
  return (await requireTask(sql, actor, reference, 'read')).id
}
