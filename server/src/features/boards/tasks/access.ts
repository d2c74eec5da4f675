import type { Actor } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import { type Need, requireBoardNeed, visibleBoards } from '../access.ts'
import { lockBoardRow } from '../queries.ts'
import { findTaskRow, lockPlaces, lockTaskRows, subtree, type TaskRow } from './queries.ts'

export type { TaskRow }

/** The task, by id or slug, if the actor can access it. */
export function findTask(sql: Sql, actor: Actor, reference: string) {
  return findTaskRow(sql, actor, visibleBoards(sql, actor), reference)
}

/** The task, by id or slug; to the actor, a task on an invisible board does not exist. */
export async function requireTask(
  sql: Sql,
  actor: Actor,
  reference: string,
  need: Need,
): Promise<TaskRow> {
  const task = await findTask(sql, actor, reference)
  if (!task) throw problem('pm_task_not_found')
  requireBoardNeed(actor, task, need)
  return task
}

/** Locks the task until the transaction ends. */
export async function lockTask(tx: Tx, actor: Actor, reference: string): Promise<TaskRow> {
  const { id } = await requireTask(tx, actor, reference, 'write')
  await lockTaskRows(tx, actor.workspaceId, [id])
  return requireTask(tx, actor, id, 'write')
}

/**
 * Locks the task and its board, for changes of order, column or nesting. To avoid deadlocks, locks
 * are always taken in this order: the lock that keeps tasks on their boards, the boards, the tasks
 * by id.
 */
export async function lockTaskOnBoard(tx: Tx, actor: Actor, reference: string): Promise<TaskRow> {
  await lockPlaces(tx, actor.workspaceId, 'with others')
  const { id, board } = await requireTask(tx, actor, reference, 'write')
  await lockBoardRow(tx, actor.workspaceId, board)
  return lockTask(tx, actor, id)
}

/** Locks the task, all its subtasks, their board, and the target board, if any. */
export async function lockTaskWithParts(
  tx: Tx,
  actor: Actor,
  reference: string,
  otherBoard?: string,
): Promise<{ task: TaskRow; partIds: string[] }> {
  const { workspaceId } = actor
  await lockPlaces(tx, workspaceId, otherBoard === undefined ? 'with others' : 'alone')
  const { id, board } = await requireTask(tx, actor, reference, 'write')
  const boards = new Set([board, otherBoard ?? board])
  for (const one of [...boards].sort()) await lockBoardRow(tx, workspaceId, one)
  const all = (await subtree(tx, workspaceId, id)).map((one) => one.id)
  await lockTaskRows(tx, workspaceId, all)
  const task = await requireTask(tx, actor, id, 'write')
  return { task, partIds: all.filter((one) => one !== id) }
}
