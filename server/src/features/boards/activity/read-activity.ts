import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { visibleBoards } from '../access.ts'
import { hidePrivate } from './hide-private.ts'
import { entriesBetween, findHistory } from './queries.ts'
import type { ActivityEntry, ActivityQuery } from './schemas.ts'

/**
 * The history of a task, newest first. `seq` has no gaps, so the start of a page is a subtraction
 * instead of a search, and the last page costs as much as the first. New entries appear before the
 * first page. A reader who passes the first page's `count` as `as_of` skips and repeats nothing.
 */
export async function getTaskActivity(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  reference: string,
  { page, page_size, as_of }: ActivityQuery,
): Promise<{ count: number; results: ActivityEntry[] }> {
  requirePermission(actor, 'boards:read')
  const sql = db.workspace(actor.workspaceId)
  const task = await findHistory(sql, actor.workspaceId, visibleBoards(sql, actor), reference)
  if (!task) throw problem('pm_task_not_found')
  const count = Math.min(as_of ?? task.activity_count, task.activity_count)
  const newest = count - (page - 1) * page_size
  if (newest < 1) return { count, results: [] }
  const range = { newest, oldest: Math.max(newest - page_size + 1, 1) }
  const entries = await entriesBetween(sql, actor.workspaceId, task.id, range)
  return { count, results: await hidePrivate(sql, actor, entries) }
}
