import type { Deps } from '../../deps.ts'
import type { PageRequest } from '../../http/pagination.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { requireBoard, visibleBoards } from './access.ts'
import { readExpand } from './expand.ts'
import { boardMembers } from './member-queries.ts'
import { boardExpansions, presentBoards } from './present-board.ts'
import { boards } from './queries.ts'
import type { Board, BoardListQuery } from './schemas.ts'

type Needs = Pick<Deps, 'db'>

export async function getBoard(
  { db }: Needs,
  actor: Actor,
  reference: string,
  expand?: string,
): Promise<Board> {
  requirePermission(actor, 'boards:read')
  const wanted = readExpand(expand, boardExpansions)
  const sql = db.workspace(actor.workspaceId)
  const board = await requireBoard(sql, actor, reference, 'read')
  const [presented] = await presentBoards(sql, actor, [board], wanted)
  return presented as Board
}

/** Newest first. */
export async function listBoards({ db }: Needs, actor: Actor, query: BoardListQuery) {
  requirePermission(actor, 'boards:read')
  const wanted = readExpand(query.expand, boardExpansions)
  const sql = db.workspace(actor.workspaceId)
  const { count, results } = await boards(sql, actor, visibleBoards(sql, actor), query)
  return { count, results: await presentBoards(sql, actor, results, wanted) }
}

export async function listBoardMembers(
  { db }: Needs,
  actor: Actor,
  reference: string,
  page: PageRequest,
) {
  requirePermission(actor, 'boards:read')
  const sql = db.workspace(actor.workspaceId)
  const { id } = await requireBoard(sql, actor, reference, 'read')
  return boardMembers(sql, actor.workspaceId, id, page)
}
