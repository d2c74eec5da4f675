import type { Part, Sql } from '../../platform/postgres/sql.ts'

/** A user, as values or as columns of the statement. */
export interface Looker {
  userId: number | Part
  isAdministrator: boolean | Part
}

/**
 * Whether a user can see board `b`. This is the only place that decides it. A private board is
 * visible to its creator and members, a space's board to the members of the space, and every board
 * to administrators.
 */
export function seesBoard(sql: Sql, { userId, isAdministrator }: Looker): Part {
  return sql.part`(${isAdministrator} or (
    (b.access > 0 or b.creator_id = ${userId} or exists (
      select from pm_board_members bm where bm.board_id = b.id and bm.user_id = ${userId}))
    and (b.space_id is null or ${isInSpace(sql, sql.part`b.space_id`, userId)})))`
}

/** Whether a user is a member of an active teamspace. */
export function isInSpace(sql: Sql, spaceId: Part, userId: number | Part): Part {
  return sql.part`exists (
    select from teamspace_members sm join teamspaces sp on sp.id = sm.teamspace_id
    where sm.teamspace_id = ${spaceId} and sm.user_id = ${userId} and sp.is_active)`
}
