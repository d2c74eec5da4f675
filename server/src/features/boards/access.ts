import { type Actor, isAdministrator, listViewers } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { isUuid } from '../../lib/uuid.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'
import { seesBoard } from '../access/who-sees.ts'
import { type BoardReader, type BoardRow, findBoardRow, limited, lockBoardRow } from './queries.ts'

/** To read, to change its contents, or to change who sees it. */
export type Need = 'read' | 'write' | 'manage'

/** The boards `b` visible to everyone the actor acts for, including deleted ones. */
export function seenBoards(sql: Sql, actor: BoardReader): Part {
  return limited(listViewers(actor)).reduce(
    (part, { userId }) =>
      sql.part`${part} and ${seesBoard(sql, { userId, isAdministrator: false })}`,
    sql.part`b.workspace_id = ${actor.workspaceId}`,
  )
}

/** The boards `b` that the actor can access; with a `Space` header, none of other teamspaces. */
export function visibleBoards(sql: Sql, actor: BoardReader & Pick<Actor, 'spaceId'>): Part {
  const { spaceId } = actor
  const inSpace =
    spaceId === null ? sql.part`` : sql.part`and (b.space_id is null or b.space_id = ${spaceId})`
  return sql.part`${seenBoards(sql, actor)} and b.deleted_at is null ${inSpace}`
}

/** The fields that decide whether an actor who sees a board may change it. */
export type BoardAccessFields = Pick<BoardRow, 'access' | 'is_own'>

export function requireBoardNeed(
  actor: Actor,
  { access, is_own }: BoardAccessFields,
  need: Need,
): void {
  if (need === 'read' || is_own || isAdministrator(actor)) return
  if (need === 'write' && access === 2) return
  throw problem('board_read_only', {
    detail:
      need === 'manage'
        ? 'Only the board’s members, its creator and administrators can do this.'
        : 'The board is protected: only its members, its creator and administrators can change it.',
  })
}

/** The board, by id or slug, if the actor can access it. */
export function findBoard(sql: Sql, actor: Actor, reference: string) {
  return findBoardRow(sql, actor, visibleBoards(sql, actor), reference)
}

/** The board, by id or slug; to the actor, an invisible board does not exist. */
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

/** Locks the board until the transaction ends. */
export async function lockBoard(
  tx: Tx,
  actor: Actor,
  reference: string,
  need: Need,
): Promise<BoardRow> {
  const id = await requireBoardId(tx, actor, reference, need)
  // Sent together, to hold the lock for fewer round trips; the board is read once it is locked.
  const [, board] = await Promise.all([
    lockBoardRow(tx, actor.workspaceId, id),
    requireBoard(tx, actor, id, need),
  ])
  return board
}

/** Does not check access if the reference is an id already. */
export async function requireBoardId(
  sql: Sql,
  actor: Actor,
  reference: string,
  need: Need,
): Promise<string> {
  return isUuid(reference) ? reference : (await requireBoard(sql, actor, reference, need)).id
}
