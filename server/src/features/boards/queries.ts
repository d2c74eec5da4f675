import { readPage } from '../../http/pagination.ts'
import { type Actor, listViewers, type Viewer } from '../../http/permissions.ts'
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
  /** Whether the reader created it or is one of its members. */
  is_own: boolean
}

/** Viewers who are not administrators, and so do not see every board. */
export function limited(viewers: readonly Viewer[]): Viewer[] {
  return viewers.filter(({ role }) => role !== 'owner' && role !== 'admin')
}

export type BoardReader = Pick<Actor, 'workspaceId' | 'userId' | 'role' | 'boundedBy'>

/** Whether the reader, and everyone they act for, created board `b` or is one of its members. */
export function ownBoard(sql: Sql, reader: BoardReader): Part {
  const limits = reader.boundedBy?.length ? limited(listViewers(reader)) : []
  return (limits.length > 0 ? limits : [reader])
    .map(
      ({ userId }) => sql.part`(coalesce(b.creator_id = ${userId}, false) or exists (
    select from pm_board_members om where om.board_id = b.id and om.user_id = ${userId}))`,
    )
    .reduce((all, one) => sql.part`${all} and ${one}`)
}

function columns(sql: Sql, reader: BoardReader): Part {
  return sql.part`b.id, b.space_id, b.slug, b.title, b.description, b.access, b.extra,
    array(select s.id from pm_statuses s where s.board_id = b.id and s.deleted_at is null
      order by s.position) as statuses,
    b.creator_id as creator, b.modifier_id as modifier, b.tasks_count, b.created_at, b.updated_at,
    (${ownBoard(sql, reader)}) as is_own`
}

export async function findBoardRow(
  sql: Sql,
  reader: BoardReader,
  visible: Part,
  reference: string,
): Promise<BoardRow | undefined> {
  const { workspaceId } = reader
  const find = async (named: Part) => {
    const [board] = await sql<BoardRow>`
      select ${columns(sql, reader)} from pm_boards b
      where b.workspace_id = ${workspaceId} and ${visible} and ${named}
      order by b.created_at, b.id limit 1`
    return board
  }
  if (isUuid(reference)) return find(sql.part`b.id = ${reference}`)
  const [exact, short] = boardsOfSlug(sql, workspaceId, reference)
  return (await find(sql.part`b.id = ${exact}`)) ?? find(sql.part`b.id = ${short}`)
}

/**
 * Two ways to find a board by slug. First, the board that has or had the slug. If the reader sees
 * none, restricted boards that have it plus the suffix added by the service (`slug.ts`): a person
 * who requested the slug `launch` can find the board by it.
 */
export function boardsOfSlug(sql: Sql, workspaceId: number, slug: string): [Part, Part] {
  const name = slug.toLowerCase()
  return [
    sql.part`(select s.board_id from pm_board_slugs s
      where s.workspace_id = ${workspaceId} and s.slug = ${name})`,
    sql.part`any(array(select s.board_id from pm_board_slugs s join pm_boards h on h.id = s.board_id
      where s.workspace_id = ${workspaceId} and (h.access = 0 or h.space_id is not null)
        and left(s.slug, -7) = ${name} and right(s.slug, 7) ~ '^-[0-9a-f]{6}$'))`,
  ]
}

export async function boards(
  sql: Sql,
  reader: BoardReader,
  visible: Part,
  { search, access, ...page }: BoardListQuery,
) {
  const { workspaceId } = reader
  const pattern = search && anywhere(search)
  const from = sql.part`from pm_boards b where b.workspace_id = ${workspaceId} and ${visible}
    ${pattern ? sql.part`and b.title ilike ${pattern}` : sql.part``}
    ${access === undefined ? sql.part`` : sql.part`and b.access = ${access}`}`
  const order = sql.part`b.created_at desc, b.id`
  return readPage<BoardRow>(sql, page, { columns: columns(sql, reader), from, order })
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

/** Fails if another board of the workspace has or had the slug. */
export async function insertSlug(tx: Tx, workspaceId: number, boardId: string, slug: string) {
  await tx`insert into pm_board_slugs (workspace_id, slug, board_id)
    values (${workspaceId}, ${slug}, ${boardId})`
}

export async function hasSlug(tx: Tx, workspaceId: number, boardId: string, slug: string) {
  const rows = await tx`select from pm_board_slugs
    where workspace_id = ${workspaceId} and slug = ${slug} and board_id = ${boardId}`
  return rows.length > 0
}

export async function selectSlugs(tx: Tx, workspaceId: number, boardId: string): Promise<string[]> {
  const rows = await tx<{ slug: string }>`
    select slug from pm_board_slugs where workspace_id = ${workspaceId} and board_id = ${boardId}`
  return rows.map(({ slug }) => slug)
}

/** Renames a current or former slug. */
export async function renameSlug(tx: Tx, workspaceId: number, slug: string, to: string) {
  await tx`update pm_board_slugs set slug = ${to}
    where workspace_id = ${workspaceId} and slug = ${slug}`
  await tx`update pm_boards set slug = ${to} where workspace_id = ${workspaceId} and slug = ${slug}
    and deleted_at is null`
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

/** Frees its slugs and keeps its rows. */
export async function markBoardDeleted(tx: Tx, { workspaceId }: Actor, id: string, at: Date) {
  await tx`update pm_boards set deleted_at = ${at} where workspace_id = ${workspaceId} and id = ${id}`
  await tx`delete from pm_board_slugs where workspace_id = ${workspaceId} and board_id = ${id}`
}

/** Reserves numbers for new tasks and counts the tasks; returns the first number. */
export async function takeNumbers(tx: Tx, workspaceId: number, boardId: string, howMany: number) {
  const [row] = await tx<{ first: number }>`
    update pm_boards set tasks_count = tasks_count + ${howMany}, last_number = last_number + ${howMany}
    where workspace_id = ${workspaceId} and id = ${boardId}
    returning last_number - ${howMany} + 1 as first`
  return (row as { first: number }).first
}

/** Subtracts tasks that left the board. */
export async function countLess(tx: Tx, workspaceId: number, boardId: string, howMany: number) {
  await tx`update pm_boards set tasks_count = tasks_count - ${howMany}
    where workspace_id = ${workspaceId} and id = ${boardId}`
}

export async function isActiveSpace(
  sql: Sql,
  workspaceId: number,
  id: number,
  membersMustBe: readonly number[],
) {
  const rows = await sql`
    select from teamspaces t where t.workspace_id = ${workspaceId} and t.id = ${id} and t.is_active
      and ${membersMustBe}::int[] <@ array(
        select m.user_id from teamspace_members m where m.teamspace_id = t.id)`
  return rows.length > 0
}
