import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'
import { type BoardRow, boardBy, lockBoardRow } from './queries.ts'

/** To read, to change what is on it, or to change who sees it. */
export type Need = 'read' | 'write' | 'manage'

type Viewer = Pick<Actor, 'workspaceId' | 'userId' | 'role' | 'spaceId'>

export function isAdministrator({ role }: Pick<Actor, 'role'>): boolean {
  return role === 'owner' || role === 'admin'
}

/**
 * The boards `b` that are there for the actor: under a `Space` header those of the space. A private
 * board is there for its maker and its members, the board of a space for the members of the space,
 * every board for administrators.
 */
export function visibleBoards(sql: Sql, viewer: Viewer): Part {
  const { workspaceId, userId, spaceId } = viewer
  const inSpace = spaceId === null ? sql.part`` : sql.part`and b.space_id = ${spaceId}`
  const here = sql.part`b.workspace_id = ${workspaceId} and b.deleted_at is null ${inSpace}`
  if (isAdministrator(viewer)) return here
  return sql.part`${here}
    and (b.access > 0 or b.creator_id = ${userId} or exists (
      select from pm_board_members bm where bm.board_id = b.id and bm.user_id = ${userId}))
    and (b.space_id is null or exists (
      select from teamspace_members sm join teamspaces sp on sp.id = sm.teamspace_id
      where sm.teamspace_id = b.space_id and sm.user_id = ${userId} and sp.is_active))`
}

/** What decides whether an actor who sees a board may change it. */
export type Guarded = Pick<BoardRow, 'access' | 'is_own'>

export function requireBoardNeed(actor: Actor, { access, is_own }: Guarded, need: Need): void {
  if (need === 'read' || is_own || isAdministrator(actor)) return
  if (need === 'write' && access === 2) return
  throw problem('board_read_only', {
    detail:
      need === 'manage'
        ? 'Only its members, its maker and administrators may do this with the board.'
        : 'The board is protected: only its members, its maker and administrators may change it.',
  })
}

/** The board, by id or slug, if there is one for the actor. */
export function findBoard(sql: Sql, actor: Actor, reference: string) {
  return boardBy(sql, actor, visibleBoards(sql, actor), reference)
}

/** The board, by id or slug; one that the actor does not see is one that does not exist. */
export async function requireBoard(
  sql: Sql,
  actor: Actor,
  reference: string,
  need: Need,
): Promise<BoardRow> {
  const board = await findBoard(sql, actor, reference)
  if (!board) throw problem('board_not_found')
  requireBoardNeed(actor, board, need)
  return board
}

/** The board, which nobody else changes until the transaction ends. */
export async function lockBoard(
  tx: Tx,
  actor: Actor,
  reference: string,
  need: Need,
): Promise<BoardRow> {
  const { id } = await requireBoard(tx, actor, reference, need)
  await lockBoardRow(tx, actor.workspaceId, id)
  return requireBoard(tx, actor, id, need)
}
