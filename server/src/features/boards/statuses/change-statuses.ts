import { isDeepStrictEqual } from 'node:util'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { lockBoard } from '../access.ts'
import { publishBoardChange } from '../publish-board-change.ts'
import type { Needs } from '../tasks/change-task.ts'
import { completeAll } from './move-status-tasks.ts'
import { insertStatuses, orderStatuses, saveStatus, selectStatuses } from './queries.ts'
import { requireStatus } from './read-statuses.ts'
import type { CreateStatusBody, Status, UpdateStatusBody } from './schemas.ts'
import { isOpen } from './settle-status.ts'

export const maxStatuses = 50
const usualColor = '#9AA0A6'

/** Adds a column to a board, at the right end by default. */
export async function createStatus(
  deps: Needs,
  actor: Actor,
  reference: string,
  body: CreateStatusBody,
): Promise<Status> {
  requirePermission(actor, 'boards:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const board = await lockBoard(tx, actor, reference, 'write')
    const others = await selectStatuses(tx, actor.workspaceId, [board.id])
    if (others.length >= maxStatuses) {
      throw invalid('title', `a board has at most ${maxStatuses} statuses`)
    }
    const at = deps.clock()
    const status: Status = {
      id: deps.random.uuid(),
      board: board.id,
      title: body.title.trim(),
      description: body.description ?? '',
      color: body.color ?? usualColor,
      order: Math.min(body.order ?? others.length, others.length),
      category: body.category ?? 'todo',
      created_at: at,
      updated_at: at,
    }
    await insertStatuses(tx, actor.workspaceId, [status])
    await orderStatuses(tx, actor.workspaceId, inOrder(others, status))
    await publishBoardChange(deps, tx, actor, board.id, ['statuses'])
    return status
  })
}

/** Updates the given fields. When a column becomes done or open, so do its tasks. */
export async function updateStatus(
  deps: Needs,
  actor: Actor,
  reference: string,
  id: string,
  body: UpdateStatusBody,
): Promise<Status> {
  requirePermission(actor, 'boards:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const board = await lockBoard(tx, actor, reference, 'write')
    const statuses = await selectStatuses(tx, workspaceId, [board.id])
    const before = requireStatus(statuses, id)
    const others = statuses.filter((one) => one.id !== before.id)
    const changed = { ...before, ...body, title: (body.title ?? before.title).trim() }
    changed.order = Math.min(changed.order, others.length)
    if (isDeepStrictEqual(before, changed)) return before
    const after = { ...changed, updated_at: deps.clock() }
    await saveStatus(tx, workspaceId, after)
    await orderStatuses(tx, workspaceId, inOrder(others, after))
    if (isOpen(before) !== isOpen(after)) {
      requireBothKinds([...others, after])
      await completeAll(deps, tx, actor, after)
    }
    await publishBoardChange(deps, tx, actor, board.id, ['statuses'])
    return after
  })
}

/** The remaining columns must include an open one and a done one. */
export function requireBothKinds(left: readonly Status[]): void {
  if (left.some(isOpen) && left.some((status) => !isOpen(status))) return
  throw problem('last_status', {
    detail: 'A board needs at least one open status and one done status.',
  })
}

function inOrder(others: readonly Status[], status: Status): string[] {
  return others.map(({ id }) => id).toSpliced(status.order, 0, status.id)
}
