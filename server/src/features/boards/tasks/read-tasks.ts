import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import { requireBoard, visibleBoards } from '../access.ts'
import { readExpand } from '../expand.ts'
import { findPeople } from '../find-people.ts'
import { requireTask } from './access.ts'
import { readFilter, type TaskFilter } from './filter.ts'
import { columnTitles, tasks } from './list-queries.ts'
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
  await resolveNames(sql, actor, filter)
  if (query.parent !== undefined) filter.parentId = await findParentId(deps, actor, query.parent)
  const { count, results } = await tasks(sql, actor, visibleBoards(sql, actor), filter, query)
  return { count, results: await presentTasks(deps, sql, actor, results, wanted) }
}

/** A name that nobody and no column has is a 400: an empty list would hide a typing error. */
async function resolveNames(sql: Sql, actor: Actor, filter: TaskFilter): Promise<void> {
  const { assignees, statuses } = filter
  if (assignees && assignees.names.length > 0) {
    const people = await findPeople(sql, actor, () => 'assignee', assignees.names)
    filter.assignees = { ...assignees, ids: [...assignees.ids, ...people] }
  }
  if (statuses && statuses.titles.length > 0) {
    const known = await columnTitles(sql, actor, visibleBoards(sql, actor), statuses.titles)
    const unknown = statuses.titles.find((title) => !known.includes(title))
    if (unknown !== undefined) throw invalid('status', `"${unknown}" is not a column of any board`)
  }
}

async function findParentId(
  { db }: Needs,
  actor: Actor,
  reference: string,
): Promise<string | null> {
  if (reference === 'none') return null
  const sql = db.workspace(actor.workspaceId)
  return (await requireTask(sql, actor, reference, 'read')).id
}
