import { type PageRequest, readPage } from '../../http/pagination.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { seesBoard } from '../access/who-sees.ts'
import type { Person } from './common-schemas.ts'
import type { BoardMember } from './schemas.ts'

/** Workspace members by id, without people who have left. */
export async function peopleByIds(
  sql: Sql,
  workspaceId: number,
  ids: readonly number[],
): Promise<Person[]> {
  if (ids.length === 0) return []
  return sql<Person>`
    select u.id, u.first_name, u.last_name, u.email
    from users u join memberships m on m.user_id = u.id and m.workspace_id = ${workspaceId}
    where u.id = any(${[...new Set(ids)]}::int[])`
}

/** Active members whose email or full name is one of these, in lower case. */
export async function peopleByNames(
  sql: Sql,
  workspaceId: number,
  names: readonly string[],
): Promise<{ id: number; email: string; name: string }[]> {
  return sql<{ id: number; email: string; name: string }>`
    select u.id, lower(u.email) as email, lower(trim(u.first_name || ' ' || u.last_name)) as name
    from users u join memberships m on m.user_id = u.id and m.workspace_id = ${workspaceId}
    where u.is_active and (lower(u.email) = any(${names}::text[])
      or lower(trim(u.first_name || ' ' || u.last_name)) = any(${names}::text[]))
    limit 200`
}

/** The people who see the board and may work on it. Guests have no boards. */
export async function peopleWhoSee(
  sql: Sql,
  workspaceId: number,
  boardId: string,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await sql<{ id: number }>`
    select u.id from memberships m join users u on u.id = m.user_id
      join pm_boards b on b.workspace_id = m.workspace_id and b.id = ${boardId}
    where m.workspace_id = ${workspaceId} and u.id = any(${[...new Set(ids)]}::int[]) and u.is_active
      and m.role <> 'guest' and ${seesBoard(sql, {
        userId: sql.part`u.id`,
        isAdministrator: sql.part`m.role in ('owner', 'admin')`,
      })}`
  return new Set(rows.map(({ id }) => id))
}

export async function boardMembers(
  sql: Sql,
  workspaceId: number,
  boardId: string,
  page: PageRequest,
) {
  const from = sql.part`from pm_board_members bm join users u on u.id = bm.user_id
    where bm.workspace_id = ${workspaceId} and bm.board_id = ${boardId}`
  return readPage<BoardMember>(sql, page, {
    columns: sql.part`u.id, u.first_name, u.last_name, u.email, bm.created_at as added_at`,
    from,
    order: sql.part`bm.created_at, u.id`,
  })
}

export async function boardMember(sql: Sql, workspaceId: number, boardId: string, userId: number) {
  const [member] = await sql<BoardMember>`
    select u.id, u.first_name, u.last_name, u.email, bm.created_at as added_at
    from pm_board_members bm join users u on u.id = bm.user_id
    where bm.workspace_id = ${workspaceId} and bm.board_id = ${boardId} and u.id = ${userId}`
  return member
}

/** False if the person is already a member. */
export async function insertBoardMember(
  tx: Tx,
  workspaceId: number,
  boardId: string,
  userId: number,
  at: Date,
): Promise<boolean> {
  const added = await tx`
    insert into pm_board_members (workspace_id, board_id, user_id, created_at)
    values (${workspaceId}, ${boardId}, ${userId}, ${at}) on conflict do nothing returning user_id`
  return added.length > 0
}

export async function deleteBoardMember(
  tx: Tx,
  workspaceId: number,
  boardId: string,
  userId: number,
): Promise<boolean> {
  const gone = await tx`delete from pm_board_members
    where workspace_id = ${workspaceId} and board_id = ${boardId} and user_id = ${userId}
    returning user_id`
  return gone.length > 0
}
