import { offsetOf } from '../../http/pages.ts'
import type { Actor } from '../../http/permissions.ts'
import { anywhere } from '../../lib/like-pattern.ts'
import { isUuid } from '../../lib/uuid.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'
import type { BoardListQuery } from './schemas.ts'
import type { BoardBrief } from './tasks/schemas.ts'

export interface BoardRow {
  id: string
  space_id: number | null
  slug: string
  title: string
  description: string
  access: 0 | 1 | 2
  extra: object
  statuses: string[]
  creator: number | null
  modifier: number | null
  tasks_count: number
  created_at: Date
  updated_at: Date
  /** Whether the reader made it or is one of its members. */
  is_own: boolean
}

/** Whether the reader made board `b` or is one of its members. */
export function ownBoard(sql: Sql, userId: number): Part {
  return sql.part`(coalesce(b.creator_id = ${userId}, false) or exists (
    select from pm_board_members om where om.board_id = b.id and om.user_id = ${userId}))`
}

function columns(sql: Sql, userId: number): Part {
  return sql.part`b.id, b.space_id, b.slug, b.title, b.description, b.access, b.extra,
    array(select s.id from pm_statuses s where s.board_id = b.id and s.deleted_at is null
      order by s.position) as statuses,
    b.creator_id as creator, b.modifier_id as modifier, b.tasks_count, b.created_at, b.updated_at,
    ${ownBoard(sql, userId)} as is_own`
}

export async function boardBy(
  sql: Sql,
  { workspaceId, userId }: Pick<Actor, 'workspaceId' | 'userId'>,
  visible: Part,
  reference: string,
): Promise<BoardRow | undefined> {
  const named = isUuid(reference)
    ? sql.part`b.id = ${reference}`
    : sql.part`b.id = (select board_id from pm_board_slugs
        where workspace_id = ${workspaceId} and slug = ${reference.toLowerCase()})`
  const [board] = await sql<BoardRow>`
    select ${columns(sql, userId)} from pm_boards b
    where b.workspace_id = ${workspaceId} and ${visible} and ${named}`
  return board
}

export async function boards(
  sql: Sql,
  { workspaceId, userId }: Pick<Actor, 'workspaceId' | 'userId'>,
  visible: Part,
  { search, access, ...page }: BoardListQuery,
) {
  const pattern = search && anywhere(search)
  const wanted = sql.part`b.workspace_id = ${workspaceId} and ${visible}
    ${pattern ? sql.part`and b.title ilike ${pattern}` : sql.part``}
    ${access === undefined ? sql.part`` : sql.part`and b.access = ${access}`}`
  const [[total], results] = await Promise.all([
    sql<{ count: number }>`select count(*) from pm_boards b where ${wanted}`,
    sql<BoardRow>`
      select ${columns(sql, userId)} from pm_boards b where ${wanted}
      order by b.created_at desc, b.id limit ${page.page_size} offset ${offsetOf(page)}`,
  ])
  return { count: total?.count ?? 0, results }
}

export async function boardBriefs(
  sql: Sql,
  workspaceId: number,
  ids: readonly string[],
): Promise<BoardBrief[]> {
  if (ids.length === 0) return []
  return sql<BoardBrief>`select id, slug, title from pm_boards
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`
}

export async function lockBoardRow(tx: Tx, workspaceId: number, id: string): Promise<void> {
  await tx`select from pm_boards where workspace_id = ${workspaceId} and id = ${id}
    for no key update`
}

export type NewBoard = Pick<
  BoardRow,
  'id' | 'space_id' | 'slug' | 'title' | 'description' | 'access' | 'extra'
>

export async function insertBoard(tx: Tx, actor: Actor, board: NewBoard, at: Date): Promise<void> {
  const row = {
    ...board,
    extra: tx.json(board.extra),
    workspace_id: actor.workspaceId,
    creator_id: actor.userId || null,
    modifier_id: actor.userId || null,
    created_at: at,
    updated_at: at,
  }
  await tx`insert into pm_boards ${tx.columns(row)}`
  await insertSlug(tx, actor.workspaceId, board.id, board.slug)
}

/** Fails on a slug that another board of the workspace has or had. */
export async function insertSlug(tx: Tx, workspaceId: number, boardId: string, slug: string) {
  await tx`insert into pm_board_slugs (workspace_id, slug, board_id)
    values (${workspaceId}, ${slug}, ${boardId})`
}

export async function hasSlug(tx: Tx, workspaceId: number, boardId: string, slug: string) {
  const rows = await tx`select from pm_board_slugs
    where workspace_id = ${workspaceId} and slug = ${slug} and board_id = ${boardId}`
  return rows.length > 0
}

export async function slugsLike(tx: Tx, workspaceId: number, slug: string): Promise<Set<string>> {
  const rows = await tx<{ slug: string }>`
    select slug from pm_board_slugs
    where workspace_id = ${workspaceId} and starts_with(slug, ${slug})`
  return new Set(rows.map((row) => row.slug))
}

export async function saveBoard(
  tx: Tx,
  actor: Actor,
  { id, extra, ...board }: NewBoard,
  at: Date,
): Promise<void> {
  const row = {
    ...board,
    extra: tx.json(extra),
    modifier_id: actor.userId || null,
    updated_at: at,
  }
  await tx`update pm_boards set ${tx.columns(row)}
    where workspace_id = ${actor.workspaceId} and id = ${id}`
}

/** Its slugs are free again; its rows stay. */
export async function markBoardDeleted(tx: Tx, { workspaceId }: Actor, id: string, at: Date) {
  await tx`update pm_boards set deleted_at = ${at} where workspace_id = ${workspaceId} and id = ${id}`
  await tx`delete from pm_board_slugs where workspace_id = ${workspaceId} and board_id = ${id}`
}

/** Numbers for so many new tasks, which are counted; returns the first one. */
export async function takeNumbers(tx: Tx, workspaceId: number, boardId: string, howMany: number) {
  const [row] = await tx<{ first: number }>`
    update pm_boards set tasks_count = tasks_count + ${howMany}, last_number = last_number + ${howMany}
    where workspace_id = ${workspaceId} and id = ${boardId}
    returning last_number - ${howMany} + 1 as first`
  return (row as { first: number }).first
}

/** Counts tasks that left the board. */
export async function countLess(tx: Tx, workspaceId: number, boardId: string, howMany: number) {
  await tx`update pm_boards set tasks_count = tasks_count - ${howMany}
    where workspace_id = ${workspaceId} and id = ${boardId}`
}

export async function isActiveSpace(
  sql: Sql,
  workspaceId: number,
  id: number,
  userId: number | null,
) {
  const rows = await sql`
    select from teamspaces t where t.workspace_id = ${workspaceId} and t.id = ${id} and t.is_active
      and (${userId}::int is null or exists (
        select from teamspace_members m where m.teamspace_id = t.id and m.user_id = ${userId}))`
  return rows.length > 0
}
