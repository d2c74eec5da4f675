import type { Tx } from '../../../platform/postgres/db.ts'
import type { Part, Sql } from '../../../platform/postgres/sql.ts'
import type { TaskBrief } from '../tasks/schemas.ts'
import type { Relation } from './schemas.ts'

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
export async function linksOf(
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
export async function waitsFor(sql: Sql, workspaceId: number, taskId: string, otherId: string) {
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
