import { computeOffset } from '../../http/pagination.ts'
import { type Actor, isAdministrator } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'
import { traceparent } from '../../platform/tracing/tracer.ts'
import { findSpace, selectVisible } from '../access/who-sees.ts'
import type { TaskListQuery, TaskState } from './schemas.ts'

export interface TaskRow {
  id: string
  workspace_id: number
  space_id: number | null
  kind: string
  lane: string
  status: TaskState
  result: object | null
  errors: object | null
  percent: number
  stage: string | null
  version: number
  attempts: number
  webhook_url: string | null
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
}

/** Excludes the input, which may hold a 30 MB image: clients poll tasks. */
const columns = (sql: Sql) => sql.part`id, workspace_id, space_id, kind, lane, status, result,
  errors, percent, stage, version, attempts, webhook_url, created_at, started_at, finished_at`

type NewTask = Pick<TaskRow, 'id' | 'kind' | 'lane' | 'webhook_url' | 'created_at'> & {
  input: object
}

export async function insertTask(tx: Tx, actor: Actor, task: NewTask): Promise<void> {
  const { permissions, boundedBy: _, ...who } = actor
  const spaceId = await findSpace(tx, actor)
  await tx`
    insert into tasks (id, workspace_id, space_id, kind, lane, status, input, actor, webhook_url,
      created_at, trace)
    values (${task.id}, ${actor.workspaceId}, ${spaceId}, ${task.kind}, ${task.lane}, 'PENDING',
      ${tx.json(task.input)}, ${tx.json({ ...who, permissions: [...permissions] })},
      ${task.webhook_url}, ${task.created_at}, ${traceparent()})`
}

/** Tasks of workflow steps: the result belongs to the run, not to the whole workspace. */
const contentOfRuns = ['http-request']

/**
 * Everyone in the workspace or teamspace sees tool tasks. Only the submitter and administrators see
 * what a run has fetched.
 */
export function seenTasks(sql: Sql, actor: Actor): Part {
  if (isAdministrator(actor)) return selectVisible(sql, actor)
  return sql.part`${selectVisible(sql, actor)}
    and (kind <> all(${contentOfRuns}::text[]) or (actor ->> 'userId')::int = ${actor.userId})`
}

export async function taskById(sql: Sql, actor: Actor, id: string): Promise<TaskRow | undefined> {
  const [task] = await sql<TaskRow>`
    select ${columns(sql)} from tasks where ${seenTasks(sql, actor)} and id = ${id}`
  return task
}

/** The actor who submitted a task. Works across workspaces. */
export async function findSubmitter(
  system: Sql,
  workspaceId: number,
  id: string,
): Promise<(Omit<Actor, 'permissions'> & { permissions: string[] }) | undefined> {
  const [row] = await system<{ actor: Omit<Actor, 'permissions'> & { permissions: string[] } }>`
    select actor from tasks where workspace_id = ${workspaceId} and id = ${id}`
  return row?.actor
}

/** A task of any workspace, used when reporting that it finished. */
export async function endedTask(system: Sql, id: string): Promise<TaskRow | undefined> {
  const [task] = await system<TaskRow>`select ${columns(system)} from tasks where id = ${id}`
  return task
}

export async function tasks(sql: Sql, actor: Actor, { status, kind, ...page }: TaskListQuery) {
  const wanted = sql.part`${seenTasks(sql, actor)}
    ${status ? sql.part`and status = any(${listStates(status)}::text[])` : sql.part``}
    ${kind ? sql.part`and kind = ${kind}` : sql.part``}`
  const [total] = await sql<{ count: number }>`select count(*) from tasks where ${wanted}`
  const results = await sql<TaskRow>`
    select ${columns(sql)} from tasks where ${wanted}
    order by created_at desc, id limit ${page.page_size} offset ${computeOffset(page)}`
  return { count: total?.count ?? 0, results }
}

/** A cancelled task also counts as failed. */
function listStates(status: TaskState): TaskState[] {
  return status === 'FAILURE' ? ['FAILURE', 'REVOKED'] : [status]
}

/**
 * The number of tasks that start before this one, plus one. Workspaces take turns, so at most three
 * tasks of every other workspace precede the third task of this one. Counted across workspaces;
 * only the number is returned.
 */
export async function queuePosition(system: Sql, task: TaskRow): Promise<number> {
  const [row] = await system<{ position: number }>`
    with waiting as (
      select workspace_id, count(*) filter (where (created_at, id) <= (${task.created_at}, ${task.id}::uuid)) as ahead,
        count(*) as total
      from tasks
      where lane = ${task.lane} and finished_at is null and status in ('PENDING', 'RETRY')
      group by workspace_id
    ), own as (select ahead from waiting where workspace_id = ${task.workspace_id})
    select coalesce(sum(least(total, (select ahead from own))), 1)::int as position from waiting`
  return Math.max(1, row?.position ?? 1)
}

/** Revokes an unfinished task; undefined if it has already finished. */
export async function revoke(tx: Tx, workspaceId: number, id: string, at: Date) {
  const [task] = await tx<TaskRow>`
    update tasks set status = 'REVOKED', finished_at = ${at}, version = version + 1, lease = null
    where workspace_id = ${workspaceId} and id = ${id} and finished_at is null
    returning ${columns(tx)}`
  return task
}
