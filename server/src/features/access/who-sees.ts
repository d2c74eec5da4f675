import type { Part, Sql } from '../../platform/postgres/sql.ts'

/** A person, as values or as columns of the statement. */
export interface Looker {
  userId: number | Part
  isAdministrator: boolean | Part
}

/**
 * Whether a person sees board `b`: the only place that says so. A private board is there for its
 * maker and its members, the board of a space for the members of the space, every board for
 * administrators.
 */
export function seesBoard(sql: Sql, { userId, isAdministrator }: Looker): Part {
  return sql.part`(${isAdministrator} or (
    (b.access > 0 or b.creator_id = ${userId} or exists (
      select from pm_board_members bm where bm.board_id = b.id and bm.user_id = ${userId}))
    and (b.space_id is null or ${isInSpace(sql, sql.part`b.space_id`, userId)})))`
}

/** Whether a person is a member of a teamspace that is active. */
export function isInSpace(sql: Sql, spaceId: Part, userId: number | Part): Part {
  return sql.part`exists (
    select from teamspace_members sm join teamspaces sp on sp.id = sm.teamspace_id
    where sm.teamspace_id = ${spaceId} and sm.user_id = ${userId} and sp.is_active)`
}
