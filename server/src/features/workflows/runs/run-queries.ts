import { computeOffset } from '../../../http/pagination.ts'
import type { Actor, Role } from '../../../http/permissions.ts'
import { anywhere } from '../../../lib/like-pattern.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Part, Sql } from '../../../platform/postgres/sql.ts'
import { asSent } from '../as-sent.ts'
import type { RunListQuery, RunStatus } from './schemas.ts'

/** An actor as stored in the database. */
export type StoredActor = Omit<Actor, 'permissions' | 'boundedBy'> & { permissions: string[] }

/** A person who saved the version of a run, or of one of its parent runs. */
export interface RunAuthor {
  id: number
  name: string
  /** The permissions of their credential when they saved it; null: everything their role allows. */
  permissions: string[] | null
}

export interface RunRow {
  id: string
  workspace_id: number
  workflow_id: string
  version: number
  status: RunStatus
  round: number
  revision: number
  correlation_id: string
  source: string | null
  idempotency_key: string | null
  request_hash: string | null
  input: object
  output: object
  reason: string | null
  actor: StoredActor
  authors: RunAuthor[]
  parent_run_id: string | null
  parent_path: string | null
  depth: number
  trigger_id: string | null
  chain_length: number
  /** What it goes back to; null if nothing caused it. */
  root_cause: string | null
  created_at: Date
  started_at: Date
  updated_at: Date
  ended_at: Date | null
  paused_at: Date | null
  deadline_at: Date
  wake_at: Date | null
}

export type NewRun = Omit<
  RunRow,
  'round' | 'revision' | 'output' | 'reason' | 'ended_at' | 'paused_at' | 'updated_at'
>

/** False if the workflow already has a run with this key. */
export async function insertRun(tx: Tx, run: NewRun): Promise<boolean> {
  const made = await tx`
    insert into workflow_runs (id, workspace_id, workflow_id, version, status, correlation_id,
      source, idempotency_key, request_hash, input, output, actor, authors, parent_run_id, parent_path, depth,
      trigger_id, chain_length, root_cause, created_at, started_at, updated_at, deadline_at, wake_at)
    values (${run.id}, ${run.workspace_id}, ${run.workflow_id}, ${run.version}, ${run.status},
      ${run.correlation_id}, ${run.source}, ${run.idempotency_key}, ${run.request_hash},
      ${asSent(tx, run.input)}, '{}', ${tx.json(run.actor)}, ${tx.json(run.authors)}, ${run.parent_run_id}, ${run.parent_path},
      ${run.depth}, ${run.trigger_id}, ${run.chain_length}, ${run.root_cause}, ${run.created_at}, ${run.started_at}, ${run.created_at}, ${run.deadline_at},
      ${run.wake_at})
    on conflict (workflow_id, idempotency_key) where idempotency_key is not null do nothing
    returning id`
  return made.length > 0
}

export async function runByKey(
  sql: Sql,
  workflowId: string,
  key: string,
): Promise<RunRow | undefined> {
  const [row] = await sql<RunRow>`
    select * from workflow_runs where workflow_id = ${workflowId} and idempotency_key = ${key}`
  return row
}

export async function runById(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<RunRow | undefined> {
  const [row] = await sql<RunRow>`
    select * from workflow_runs where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

/** Every change to a run locks its row first, so changes happen one after the other. */
export async function lockRun(
  tx: Tx,
  workspaceId: number,
  id: string,
): Promise<RunRow | undefined> {
  const [row] = await tx<RunRow>`
    select * from workflow_runs where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

export interface RunWithMember extends RunRow {
  /** The person's current role; null if they or their key may no longer act. */
  role: Role | null
}

/** Works across workspaces, for the worker that advances the run. */
export async function lockRunToAdvance(tx: Tx, id: string): Promise<RunWithMember | undefined> {
  const [row] = await tx<RunWithMember>`
    select r.*, case when u.is_active and w.is_active and k.id is null and g.id is null
      then m.role end as role
    from workflow_runs r
      join workspaces w on w.id = r.workspace_id
      left join users u on u.id = (r.actor ->> 'userId')::int
      left join memberships m on m.workspace_id = r.workspace_id and m.user_id = u.id
      left join api_keys k on k.revoked_at is not null and k.id =
        case when r.actor ->> 'credentialId' like 'key:%'
          then substr(r.actor ->> 'credentialId', 5)::uuid end
      left join oauth_grants g on g.revoked_at is not null and g.id =
        case when r.actor ->> 'credentialId' like 'oauth:%'
          then substr(r.actor ->> 'credentialId', 7)::uuid end
    where r.id = ${id} for update of r`
  return row
}

/** The current roles of people in a workspace, without those who left or may not sign in. */
export async function selectRoles(
  tx: Tx,
  workspaceId: number,
  userIds: readonly number[],
): Promise<Map<number, Role>> {
  const rows = await tx<{ user_id: number; role: Role }>`
    select m.user_id, m.role from memberships m join users u on u.id = m.user_id and u.is_active
    where m.workspace_id = ${workspaceId} and m.user_id = any(${userIds}::integer[])`
  return new Map(rows.map(({ user_id, role }) => [user_id, role]))
}

/** Saves the changed fields of a run and returns the updated run. */
export async function saveRun(tx: Tx, run: RunRow, changes: Partial<RunRow>): Promise<RunRow> {
  const next = { ...run, ...changes, revision: run.revision + 1 }
  await tx`
    update workflow_runs set status = ${next.status}, round = ${next.round},
      revision = ${next.revision}, output = ${asSent(tx, next.output)}, reason = ${next.reason},
      updated_at = ${next.updated_at}, ended_at = ${next.ended_at}, paused_at = ${next.paused_at},
      started_at = ${next.started_at}, deadline_at = ${next.deadline_at}, wake_at = ${next.wake_at}
    where id = ${run.id}`
  return next
}

export async function openChildren(tx: Tx, runId: string): Promise<RunRow[]> {
  return tx<RunRow>`
    select * from workflow_runs where parent_run_id = ${runId} and status in ('RUNNING', 'PAUSED')
    order by id for update`
}

/** The number of unfinished runs, counted up to `most`. */
export async function countUnfinished(
  sql: Sql,
  workspaceId: number,
  most: number,
): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) from (
      select from workflow_runs
      where workspace_id = ${workspaceId} and status in ('RUNNING', 'PAUSED') limit ${most}) unfinished`
  return row?.count ?? 0
}

export async function selectRuns(
  sql: Sql,
  workspaceId: number,
  workflowId: string | undefined,
  query: RunListQuery,
) {
  const wanted = sql.part`workspace_id = ${workspaceId}
    ${workflowId ? sql.part`and workflow_id = ${workflowId}` : sql.part``}
    ${query.status ? sql.part`and status = ${query.status}` : sql.part``}
    ${query.search ? found(sql, workspaceId, query.search) : sql.part``}`
  const [[total], results] = await Promise.all([
    sql<{ count: number }>`select count(*) from workflow_runs where ${wanted}`,
    sql<RunRow>`select * from workflow_runs where ${wanted}
      order by created_at desc, id desc limit ${query.page_size} offset ${computeOffset(query)}`,
  ])
  return { count: total?.count ?? 0, results }
}

function found(sql: Sql, workspaceId: number, search: string): Part {
  const pattern = anywhere(search)
  return sql.part`and (starts_with(id::text, ${search.trim().toLowerCase()})
    or correlation_id ilike ${pattern}
    or workflow_id in (
      select w.id from workflows w where w.workspace_id = ${workspaceId} and w.title ilike ${pattern}))`
}

/** The number of runs claimed at once. */
export const maxDueRuns = 500

/** Claims due runs. Postpones their next check so that only one job is sent for each. */
export async function takeDueRuns(
  tx: Tx,
  now: Date,
  again: Date,
): Promise<{ id: string; workspace_id: number }[]> {
  return tx`
    update workflow_runs set wake_at = ${again}
    where id in (
      select id from workflow_runs where wake_at <= ${now}
      order by wake_at limit ${maxDueRuns} for update skip locked)
    returning id, workspace_id`
}

/** When the next timer is due, or a run is due again whose worker died. */
export function waitingRuns(sql: Sql, now: Part): Part {
  return sql.part`select 'workflow-timers' as queue,
    case when wake_at <= ${now} then 'due' else 'scheduled' end as state,
    case when wake_at <= ${now} then wake_at end as since
    from workflow_runs where wake_at is not null`
}

export function selectNextRun(sql: Sql, after: Part): Part {
  return sql.part`select min(wake_at) from workflow_runs where wake_at > ${after}`
}
