import { type Actor, listViewers } from '../../http/permissions.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'

/** A user, as values or as columns of the statement. */
export interface ViewerRef {
  userId: number | Part
  isAdministrator: boolean | Part
}

/**
 * Whether a user can see board `b`. This is the only place that decides it. A private board is
 * visible to its creator and members, a space's board to the members of the space, and every board
 * to administrators.
 */
export function seesBoard(sql: Sql, { userId, isAdministrator }: ViewerRef): Part {
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

export type SpaceReader = Pick<
  Actor,
  'kind' | 'workspaceId' | 'userId' | 'role' | 'boundedBy' | 'spaceId'
>

/**
 * Whether the actor can see records with this `space_id`. A record without a teamspace belongs to
 * the whole workspace and is visible under every `Space`. Other records are visible to the members
 * of their teamspace, and with a `Space` header only under that one. Every record that is made
 * under a `Space` follows this rule. It uses arrays, which are computed once and work with indexes.
 */
export function seesSpace(sql: Sql, actor: SpaceReader, spaceId: Part): Part {
  if (actor.kind === 'system') return sql.part`true`
  // The header names a teamspace of the actor's; the others must also be members of it.
  const viewers = actor.spaceId === null ? listViewers(actor) : (actor.boundedBy ?? [])
  const seen = viewers.reduce(
    (part, { userId }) => sql.part`${part} and ${spaceId} = any(array(
      select t.id from teamspaces t join teamspace_members m on m.teamspace_id = t.id
      where t.workspace_id = ${actor.workspaceId} and t.is_active and m.user_id = ${userId}))`,
    actor.spaceId === null ? sql.part`true` : sql.part`${spaceId} = ${actor.spaceId}`,
  )
  return sql.part`(${spaceId} is null or (${seen}))`
}

/** The records of a table that the actor can see; its columns are `workspace_id`, `space_id`. */
export function selectVisible(sql: Sql, actor: SpaceReader): Part {
  return sql.part`workspace_id = ${actor.workspaceId}
    and ${seesSpace(sql, actor, sql.part`space_id`)}`
}

/** The teamspace of a worker's new record; null if it was deleted while the work went on. */
export async function findSpace(sql: Sql, actor: SpaceReader): Promise<number | null> {
  if (actor.spaceId === null) return null
  const [space] = await sql<{ id: number }>`
    select id from teamspaces where workspace_id = ${actor.workspaceId} and id = ${actor.spaceId}
    for key share`
  return space?.id ?? null
}
