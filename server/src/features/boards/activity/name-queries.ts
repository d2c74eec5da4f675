import type { Actor } from '../../../http/permissions.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import { seenBoards } from '../access.ts'

/** The kinds of things that a change refers to by id. */
export type Kind = 'status' | 'board' | 'task' | 'tag' | 'person' | 'asset'

type NamedRecord = { id: string | number; name: string }

/** Names by id; deleted things have none. */
export async function readNames(
  sql: Sql,
  workspaceId: number,
  kind: Kind,
  ids: readonly unknown[],
): Promise<Map<unknown, string>> {
  const rows = await readers[kind](sql, workspaceId, ids)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const readers: Record<
  Kind,
  (sql: Sql, workspaceId: number, ids: readonly unknown[]) => Promise<NamedRecord[]>
> = {
  status: (sql, workspaceId, ids) => sql`
    select id, title as name from pm_statuses
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`,
  board: (sql, workspaceId, ids) => sql`
    select id, title as name from pm_boards
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`,
  task: (sql, workspaceId, ids) => sql`
    select t.id, upper(b.slug) || '-' || t.number || ' ' || t.title as name
    from pm_tasks t join pm_boards b on b.id = t.board_id
    where t.workspace_id = ${workspaceId} and t.id = any(${ids}::uuid[])`,
  tag: (sql, workspaceId, ids) => sql`
    select id, name from pm_tags
    where workspace_id = ${workspaceId} and id = any(${ids}::int[])`,
  person: (sql, workspaceId, ids) => sql`
    select u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name
    from users u join memberships m on m.user_id = u.id and m.workspace_id = ${workspaceId}
    where u.id = any(${ids}::int[])`,
  asset: (sql, workspaceId, ids) => sql`
    select id, name from assets
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`,
}

/** A board, or something on a board. */
export type HeldKind = Extract<Kind, 'status' | 'board' | 'task'>

/** The ids that are on boards the actor sees, whether or not they are deleted. */
export async function idsOnSeenBoards(
  sql: Sql,
  actor: Actor,
  kind: HeldKind,
  ids: readonly string[],
): Promise<string[]> {
  const tables = {
    board: sql.part`pm_boards b join (select id, id as board_id from pm_boards) x on x.board_id = b.id`,
    status: sql.part`pm_boards b join pm_statuses x on x.board_id = b.id`,
    task: sql.part`pm_boards b join pm_tasks x on x.board_id = b.id`,
  }
  const rows = await sql<{ id: string }>`
    select x.id from ${tables[kind]}
    where b.workspace_id = ${actor.workspaceId} and x.id = any(${ids}::uuid[])
      and ${seenBoards(sql, actor)}`
  return rows.map(({ id }) => id)
}

/** The keys of a board's person fields. */
export async function personFields(sql: Sql, workspaceId: number, boardId: string) {
  const rows = await sql<{ key: string }>`
    select key from pm_fields
    where workspace_id = ${workspaceId} and board_id = ${boardId} and kind = 'person'`
  return new Set(rows.map(({ key }) => key))
}
