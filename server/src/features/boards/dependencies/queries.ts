import type { Tx } from '../../../platform/postgres/db.ts'
import type { Part, Sql } from '../../../platform/postgres/sql.ts'
import type { TaskBrief } from '../tasks/schemas.ts'
import type { Relation, TaskSigns } from './schemas.ts'

/** The incomplete tasks that block a task, and whether the reader sees them. */
export async function openBlockers(
  sql: Sql,
  workspaceId: number,
  taskId: string,
  visible: Part,
): Promise<(Pick<TaskBrief, 'id' | 'slug' | 'title'> & { is_visible: boolean })[]> {
  return sql`
    select t.id, upper(b.slug) || '-' || t.number as slug, t.title, (${visible}) as is_visible
    from pm_dependencies d join pm_tasks t on t.id = d.source_id join pm_boards b on b.id = t.board_id
    where d.workspace_id = ${workspaceId} and d.target_id = ${taskId} and d.relation = 'BLOCKS'
      and not t.complete and t.deleted_at is null and b.deleted_at is null
    order by t.created_at, t.id`
}

export interface LinkRow extends TaskBrief {
  relation: Relation
  /** Whether the given task is the source. */
  is_source: boolean
}

/** The linked tasks that the reader sees. */
export async function listLinks(
  sql: Sql,
  workspaceId: number,
  taskId: string,
  visible: Part,
): Promise<LinkRow[]> {
  return sql<LinkRow>`
    select t.id, upper(b.slug) || '-' || t.number as slug, t.title, t.status_id as status,
      t.complete, d.relation, d.source_id = ${taskId} as is_source
    from pm_dependencies d
      join pm_tasks t on t.id = case when d.source_id = ${taskId} then d.target_id else d.source_id end
      join pm_boards b on b.id = t.board_id
    where d.workspace_id = ${workspaceId} and (d.source_id = ${taskId} or d.target_id = ${taskId})
      and t.deleted_at is null and ${visible}
    order by d.created_at, t.id`
}

/** Serializes changes to dependencies, because two concurrent ones could create a cycle. */
export async function lockDependencies(tx: Tx, workspaceId: number): Promise<void> {
  const name = `task dependencies of ${workspaceId}`
  await tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}

/** Whether one task waits, directly or indirectly, for another to be completed. */
export async function isWaitingFor(sql: Sql, workspaceId: number, taskId: string, otherId: string) {
  const [row] = await sql<{ waits: boolean }>`
    with recursive before_it as (
      select ${taskId}::uuid as id
      union
      select d.source_id from before_it b join pm_dependencies d on d.target_id = b.id
        join pm_tasks t on t.id = d.source_id and t.deleted_at is null
      where d.workspace_id = ${workspaceId} and d.relation = 'BLOCKS'
    ) select exists (select from before_it where id = ${otherId}) as waits`
  return row?.waits === true
}

export interface Link {
  source: string
  target: string
  relation: Relation
}

export async function insertLink(
  tx: Tx,
  workspaceId: number,
  { source, target, relation }: Link,
  at: Date,
): Promise<void> {
  await tx`insert into pm_dependencies (workspace_id, source_id, target_id, relation, created_at)
    values (${workspaceId}, ${source}, ${target}, ${relation}, ${at})`
}

/** The links between two tasks, in both directions. */
export async function linksBetween(
  sql: Sql,
  workspaceId: number,
  one: string,
  other: string,
): Promise<Link[]> {
  return sql<Link>`
    select source_id as source, target_id as target, relation from pm_dependencies
    where workspace_id = ${workspaceId}
      and ((source_id = ${one} and target_id = ${other}) or (source_id = ${other} and target_id = ${one}))`
}

export async function deleteLink(tx: Tx, workspaceId: number, { source, target, relation }: Link) {
  await tx`delete from pm_dependencies where workspace_id = ${workspaceId}
    and source_id = ${source} and target_id = ${target} and relation = ${relation}`
}

/**
 * Counts in joins rather than once per task: with row-level security, and before PostgreSQL has
 * statistics, each count could read all tasks, which took 20 seconds for 2,000.
 */
export function signsOfBoard(sql: Sql, workspaceId: number, boardId: string): Promise<TaskSigns[]> {
  return sql<TaskSigns>`
    with of_board as materialized (
      select t.id from pm_tasks t
      where t.workspace_id = ${workspaceId} and t.board_id = ${boardId} and t.deleted_at is null
    ), blocking as materialized (
      select d.source_id, d.target_id from pm_dependencies d
      where d.workspace_id = ${workspaceId} and d.relation = 'BLOCKS'
        and d.target_id in (select id from of_board)
    ), open_sources as materialized (
      select o.id from pm_tasks o join pm_boards b on b.id = o.board_id
      where o.workspace_id = ${workspaceId} and o.id in (select source_id from blocking)
        and not o.complete and o.deleted_at is null and b.deleted_at is null
    )
    select task, sum(comments)::int as comments_count, sum(blockers)::int as open_blockers
    from (
      select t.id as task, 1 as comments, 0 as blockers
      from of_board t join comments c on c.object_pk = t.id::text
      where c.workspace_id = ${workspaceId} and c.content_type = 'task' and c.deleted_at is null
      union all
      select d.target_id, 0, 1 from blocking d join open_sources o on o.id = d.source_id
    ) signs
    group by task
    order by task`
}
