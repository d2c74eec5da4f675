import type { Deps } from '../../deps.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { publish } from '../events/publish.ts'
import { lockBoard } from './access.ts'
import { presentBoard } from './present-board.ts'
import { markBoardDeleted } from './queries.ts'

/** Soft-deletes a board and its tasks, and frees its slugs. */
export async function deleteBoard(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  reference: string,
  ifMatch?: string,
): Promise<null> {
  requirePermission(actor, 'boards:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const board = await lockBoard(tx, actor, reference, 'manage')
    requireMatch(ifMatch, presentBoard(board))
    await markBoardDeleted(tx, actor, board.id, deps.clock())
    await publish(tx, actor, {
      type: 'pm_board.deleted',
      object: { type: 'pm_board', id: board.id },
      data: {},
      at: deps.clock(),
      boardId: board.id,
    })
    return null
  })
}
