import { checkSlug } from '../../http/body/slugs.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { requireBoard } from './access.ts'
import { insertField, selectFields } from './fields/queries.ts'
import { presentBoard } from './present-board.ts'
import { type BoardRow, insertBoard } from './queries.ts'
import type { Board, CloneBoardOptions } from './schemas.ts'
import { boardSlugTaken, chooseBoardSlug } from './slug.ts'
import { insertStatuses, selectStatuses } from './statuses/queries.ts'
import type { Needs } from './tasks/change-task.ts'
import { copyTasks, titleOfCopy } from './tasks/copy-tasks.ts'
import { tasksByIds, tasksOfBoard } from './tasks/queries.ts'

const maxTasks = 1000

/** Clones a board with its columns and fields, and optionally its tasks. */
export async function cloneBoard(
  deps: Needs,
  actor: Actor,
  reference: string,
  { title, slug, with_tasks: withTasks = false }: CloneBoardOptions,
): Promise<Board> {
  requirePermission(actor, 'boards:write')
  checkSlug(slug)
  const at = deps.clock()
  const cloning = deps.db.transaction(actor.workspaceId, async (tx) => {
    const original = await requireBoard(tx, actor, reference, 'read')
    const { space_id, description, access, extra } = original
    const called = title?.trim() ?? titleOfCopy(original.title)
    const id = deps.random.uuid()
    const about = { id, title: called, space_id, description, access, extra }
    const chosen = await chooseBoardSlug(deps, tx, actor.workspaceId, about, slug)
    await requireQuota(deps, tx, 'boards', actor)
    await insertBoard(tx, actor, { ...about, slug: chosen }, at)
    const statusOf = await copyColumns(deps, tx, actor, original, id)
    await copyFields(deps, tx, actor, original, id)
    const board = await requireBoard(tx, actor, id, 'write')
    if (withTasks) {
      const originals = await tasksToCopy(tx, actor, original)
      await copyTasks(deps, tx, actor, originals, { board, statusOf })
    }
    await publish(tx, actor, {
      type: 'pm_board.created',
      object: { type: 'pm_board', id },
      data: {},
      at,
      boardId: id,
    })
    return presentBoard(await requireBoard(tx, actor, id, 'read'))
  })
  return cloning.catch(boardSlugTaken(slug))
}

async function copyColumns(deps: Needs, tx: Tx, actor: Actor, from: BoardRow, to: string) {
  const copyOf = new Map<string, string>()
  const at = deps.clock()
  const columns = await selectStatuses(tx, actor.workspaceId, [from.id])
  const copies = columns.map((column) => {
    const id = deps.random.uuid()
    copyOf.set(column.id, id)
    return { ...column, id, board: to, created_at: at, updated_at: at }
  })
  await insertStatuses(tx, actor.workspaceId, copies)
  return (status: string) => copyOf.get(status) as string
}

async function copyFields(deps: Needs, tx: Tx, actor: Actor, from: BoardRow, to: string) {
  for (const field of await selectFields(tx, actor.workspaceId, from.id)) {
    const copy = { ...field, id: deps.random.uuid(), board: to }
    await insertField(tx, actor.workspaceId, copy)
  }
}

async function tasksToCopy(tx: Tx, actor: Actor, board: BoardRow) {
  if (board.tasks_count > maxTasks) {
    throw problem('too_many_tasks', {
      detail: `The board has ${board.tasks_count} tasks; at most ${maxTasks} can be copied.`,
    })
  }
  return tasksByIds(tx, actor, await tasksOfBoard(tx, actor.workspaceId, board.id))
}
