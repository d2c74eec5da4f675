import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'
import { leaseState } from '../../platform/work/backlog.ts'
import {
  buildClaim,
  giveBack,
  isHeld,
  releaseUntil,
  requireLease,
  secondsFromNow,
} from '../../platform/work/lease.ts'
import type { Lane } from './kinds.ts'
import type { TaskRow } from './queries.ts'

/** Queries that workers use, across workspaces. */
const leaseSeconds = 10

const claimLock = 4_600_005

export interface ClaimedTask extends TaskRow {
  input: object
  actor: Actor
  lease: string
  /** The span that submitted it. */
  trace: string | null
}

/**
 * Claims the oldest task of the workspace that has waited longest since its last start. A workspace
 * with a thousand tasks thus delays the first task of another by at most one task. A task cancelled
 * during selection is not claimed.
 */
export async function claimNext(
  tx: Tx,
  lane: Lane,
  lease: string,
): Promise<ClaimedTask | undefined> {
  await tx`select pg_advisory_xact_lock(${claimLock})`
  const [task] = await tx<ClaimedTask>`
    with next as (
      select distinct on (workspace_id) id, workspace_id, created_at from tasks
      where lane = ${lane} and finished_at is null and due_at <= now()
      order by workspace_id, created_at, id
    ), chosen as (
      select next.id from next
        left join task_turns turn on turn.workspace_id = next.workspace_id and turn.lane = ${lane}
      order by turn.last_started_at nulls first, next.created_at limit 1
    )
    update tasks set status = 'STARTED', version = version + 1,
      started_at = coalesce(started_at, now()),
      ${buildClaim(tx, lease, secondsFromNow(tx, leaseSeconds))}
    from chosen where tasks.id = chosen.id and tasks.finished_at is null
    returning tasks.*`
  if (!task) return undefined
  await tx`
    insert into task_turns (workspace_id, lane, last_started_at)
    values (${task.workspace_id}, ${lane}, clock_timestamp())
    on conflict (workspace_id, lane) do update set last_started_at = excluded.last_started_at`
  return task
}

/** False when the task was cancelled or taken over: the worker must stop. */
export async function renewLease(sql: Sql, task: ClaimedTask): Promise<boolean> {
  const kept = await sql`update tasks set due_at = ${secondsFromNow(sql, leaseSeconds)}
    where ${isHeld(sql, task)} returning id`
  return kept.length > 0
}

export async function saveProgress(
  sql: Sql,
  task: ClaimedTask,
  percent: number,
  stage: string,
): Promise<void> {
  await sql`update tasks set status = 'PROGRESS', percent = ${percent}, stage = ${stage},
      version = version + 1
    where ${isHeld(sql, task)}`
}

type TaskOutcome = { status: 'SUCCESS'; result: object } | { status: 'FAILURE'; errors: object }

export async function endTask(tx: Tx, task: ClaimedTask, ending: TaskOutcome): Promise<void> {
  const result = 'result' in ending ? tx.json(ending.result) : null
  const errors = 'errors' in ending ? tx.json(ending.errors) : null
  const ended = await tx`
    update tasks set status = ${ending.status}, result = ${result}, errors = ${errors},
      percent = case when ${ending.status} = 'SUCCESS' then 100 else percent end,
      finished_at = now(), version = version + 1, lease = null
    where ${isHeld(tx, task)} returning id`
  requireLease(ended)
}

export async function retryLater(
  sql: Sql,
  task: ClaimedTask,
  errors: object,
  afterSeconds: number,
): Promise<void> {
  await sql`update tasks set status = 'RETRY', errors = ${sql.json(errors)}, version = version + 1,
      ${releaseUntil(sql, secondsFromNow(sql, afterSeconds))}
    where ${isHeld(sql, task)}`
}

export async function cancelledTask(
  system: Sql,
  workspaceId: number,
  id: string,
): Promise<Pick<ClaimedTask, 'kind' | 'input' | 'actor' | 'space_id'> | undefined> {
  const [task] = await system<ClaimedTask>`
    select kind, input, actor, space_id from tasks
    where workspace_id = ${workspaceId} and id = ${id} and status = 'REVOKED'`
  return task
}

/** Returns the task to the queue as if it was never claimed: the attempt does not count. */
export async function giveBackTask(sql: Sql, task: ClaimedTask): Promise<void> {
  await sql`update tasks set status = 'PENDING', version = version + 1,
      ${giveBack(sql, sql.part`now()`)}
    where ${isHeld(sql, task)}`
}

/** Tasks that are not finished, by lane. */
export function unfinishedTasks(sql: Sql): Part {
  const state = leaseState(sql, sql.part`now()`, sql.part`started_at`)
  return sql.part`select lane || '-tasks' as queue, ${state} from tasks where finished_at is null`
}

/** When the next task of a lane can start, or the lease of a worker that died ends. */
export function selectNextTask(sql: Sql, lane: Lane, after: Part): Part {
  return sql.part`select min(due_at) from tasks
    where lane = ${lane} and finished_at is null and due_at > ${after}`
}
