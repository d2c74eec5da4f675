import type { Actor } from '../../../http/permissions.ts'
import { isUuid } from '../../../lib/uuid.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Part, Sql } from '../../../platform/postgres/sql.ts'
import { type BoardReader, boardsOfSlug, ownBoard } from '../queries.ts'
import { storedFields } from './fields.ts'
import type { TaskBrief } from './schemas.ts'
import type { TaskState } from './state.ts'

/** A task with its related data, and its board's fields that decide who may change it. */
export interface TaskRow extends Omit<TaskState, 'deleted'> {
  id: string
  board_slug: string
  completed_at: Date | null
  subtasks: string[]
  activity_count: number
  creator: number | null
  modifier: number | null
  modifier_kind: Actor['kind']
  modifier_name: string
  created_at: Date
  updated_at: Date
  access: 0 | 1 | 2
  is_own: boolean
}

function taskColumns(sql: Sql, reader: BoardReader): Part {
  const fields = storedFields.reduce(
    (all, { name, column }) =>
      sql.part`${all} t.${sql.identifier(column)} as ${sql.identifier(name)},`,
    sql.part``,
  )
  return sql.part`${fields} t.id, t.board_id as board, b.slug as board_slug, t.number,
    t.status_id as status, t.checklist, t.recurrence, t.series_id,
    array(select x.tag_id from pm_task_tags x where x.task_id = t.id order by 1) as tags,
    array(select x.user_id from pm_task_assignees x where x.task_id = t.id order by 1) as assignees,
    array(select x.asset_id from pm_task_attachments x where x.task_id = t.id
      order by x.position) as attachments,
    array(select x.id from pm_tasks x where x.parent_id = t.id and x.deleted_at is null
      order by x.sort_key, x.id) as subtasks,
    t.activity_count, t.creator_id as creator, t.modifier_id as modifier,
    t.modifier_kind, t.modifier_name, t.created_at, t.updated_at, b.access, (${ownBoard(sql, reader)}) as is_own`
}

/**
 * Matches by id, or by a current or former board slug and task number. Try each part only if the
 * previous one finds nothing.
 */
export function taskNamed(sql: Sql, workspaceId: number, reference: string): Part[] {
  if (isUuid(reference)) return [sql.part`t.id = ${reference}`]
  const [, slug, number] = /^(.+)-(\d{1,9})$/.exec(reference) ?? []
  if (!slug || !number) return []
  return boardsOfSlug(sql, workspaceId, slug).map(
    (board) => sql.part`t.id = any(array(select n.task_id from pm_task_numbers n
      where n.board_id = ${board} and n.number = ${Number(number)}))`,
  )
}

export async function findTaskRow(
  sql: Sql,
  reader: BoardReader,
  visible: Part,
  reference: string,
): Promise<TaskRow | undefined> {
  const { workspaceId } = reader
  for (const named of taskNamed(sql, workspaceId, reference)) {
    const [task] = await sql<TaskRow>`
      select ${taskColumns(sql, reader)} from pm_tasks t join pm_boards b on b.id = t.board_id
      where t.workspace_id = ${workspaceId} and t.deleted_at is null and ${visible} and ${named}
      order by t.created_at, t.id limit 1`
    if (task) return task
  }
  return undefined
}

/** Tasks by id, in the order of the ids. */
export async function tasksByIds(
  sql: Sql,
  reader: BoardReader,
  ids: readonly string[],
): Promise<TaskRow[]> {
  const { workspaceId } = reader
  return sql<TaskRow>`
    select ${taskColumns(sql, reader)}
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, at)
      join pm_tasks t on t.id = wanted.id join pm_boards b on b.id = t.board_id
    where t.workspace_id = ${workspaceId} and t.deleted_at is null
    order by wanted.at`
}

/** Always in the same order, so that concurrent transactions wait instead of deadlocking. */
export async function lockTaskRows(tx: Tx, workspaceId: number, ids: readonly string[]) {
  await tx`select from pm_tasks where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
    order by id for no key update`
}

/** While it is held, no task moves to another board; moving one requires the exclusive lock. */
export async function lockPlaces(tx: Tx, workspaceId: number, how: 'alone' | 'with others') {
  const name = `boards of the tasks of ${workspaceId}`
  if (how === 'alone') await tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
  else await tx`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`
}

export async function briefsByIds(
  sql: Sql,
  workspaceId: number,
  ids: readonly string[],
): Promise<TaskBrief[]> {
  if (ids.length === 0) return []
  return sql<TaskBrief>`
    select t.id, upper(b.slug) || '-' || t.number as slug, t.title, t.status_id as status, t.complete
    from pm_tasks t join pm_boards b on b.id = t.board_id
    where t.workspace_id = ${workspaceId} and t.id = any(${ids}::uuid[])
    order by t.sort_key, t.id`
}

/** The tasks of a column, top to bottom. */
export async function tasksInStatus(sql: Sql, workspaceId: number, statusId: string) {
  const rows = await sql<{ id: string }>`
    select id from pm_tasks
    where workspace_id = ${workspaceId} and status_id = ${statusId} and deleted_at is null
    order by sort_key, id`
  return rows.map(({ id }) => id)
}

/** All tasks of a board, each after its parent. */
export async function tasksOfBoard(sql: Sql, workspaceId: number, boardId: string) {
  const rows = await sql<{ id: string }>`
    with recursive nested as (
      select id, 0 as depth, number from pm_tasks
      where workspace_id = ${workspaceId} and board_id = ${boardId} and parent_id is null
        and deleted_at is null
      union all
      select t.id, n.depth + 1, t.number from nested n join pm_tasks t on t.parent_id = n.id
      where t.workspace_id = ${workspaceId} and t.deleted_at is null
    ) select id from nested order by depth, number`
  return rows.map(({ id }) => id)
}

export async function countInStatus(sql: Sql, workspaceId: number, statusId: string) {
  const [row] = await sql<{ count: number }>`
    select count(*) from pm_tasks
    where workspace_id = ${workspaceId} and status_id = ${statusId} and deleted_at is null`
  return row?.count ?? 0
}

/**
 * The keys adjacent to a position in a column, ignoring one task. Null at the end of the column.
 */
export async function keysAround(
  sql: Sql,
  workspaceId: number,
  statusId: string,
  { below, above, except }: { below?: string; above?: string; except: string },
): Promise<{ last: string | null; first: string | null }> {
  const others = sql.part`workspace_id = ${workspaceId} and status_id = ${statusId}
    and deleted_at is null and id <> ${except}`
  const [row] = await sql<{ last: string | null; first: string | null }>`
    select
      (select sort_key from pm_tasks where ${others}
        ${below === undefined ? sql.part`` : sql.part`and sort_key < ${below}`}
        order by sort_key desc limit 1) as last,
      (select sort_key from pm_tasks where ${others}
        ${above === undefined ? sql.part`` : sql.part`and sort_key > ${above}`}
        order by sort_key limit 1) as first`
  return row ?? { last: null, first: null }
}

/** The task and all its subtasks, each with its depth below the task. */
export async function subtree(sql: Sql, workspaceId: number, id: string) {
  return sql<{ id: string; depth: number }>`
    with recursive parts as (
      select id, 0 as depth from pm_tasks where workspace_id = ${workspaceId} and id = ${id}
      union all
      select t.id, p.depth + 1 from parts p join pm_tasks t on t.parent_id = p.id
      where t.workspace_id = ${workspaceId} and t.deleted_at is null
    ) select id, depth from parts order by depth, id`
}

/** The ancestors of a task, from its parent upwards. */
export async function ancestors(sql: Sql, workspaceId: number, id: string): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    with recursive chain as (
      select parent_id as id, 1 as depth from pm_tasks where workspace_id = ${workspaceId} and id = ${id}
      union all
      select t.parent_id, c.depth + 1 from chain c join pm_tasks t on t.id = c.id
      where t.workspace_id = ${workspaceId}
    ) select id from chain where id is not null order by depth`
  return rows.map((row) => row.id)
}
