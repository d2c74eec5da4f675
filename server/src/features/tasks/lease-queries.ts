import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Lane } from './kinds.ts'
import type { TaskRow } from './queries.ts'

/**
 * Queries that workers use, across workspaces. All times come from the database because the clocks
 * of workers on different machines may differ.
 */
export const leaseSeconds = 10

const claimLock = 4_600_005

export interface ClaimedTask extends TaskRow {
  input: object
  actor: Actor
  lease_token: string
}

const runnable = (sql: Sql, lane: Lane) => sql.part`lane = ${lane} and finished_at is null
  and case when status in ('PENDING', 'RETRY') then run_after <= now() else lease_until < now() end`

/**
 * Claims the oldest task of the workspace that has waited longest since its last start. A workspace
 * with a thousand tasks thus delays the first task of another by at most one task. A task cancelled
 * during selection is not claimed.
 */
export async function claimNext(
  tx: Tx,
  lane: Lane,
  leaseToken: string,
): Promise<ClaimedTask | undefined> {
  await tx`select pg_advisory_xact_lock(${claimLock})`
  const [task] = await tx<ClaimedTask>`
    with next as (
      select distinct on (workspace_id) id, workspace_id, created_at from tasks
      where ${runnable(tx, lane)} order by workspace_id, created_at, id
    ), chosen as (
      select next.id from next
        left join task_turns turn on turn.workspace_id = next.workspace_id and turn.lane = ${lane}
      order by turn.last_started_at nulls first, next.created_at limit 1
    )
    update tasks set status = 'STARTED', attempts = attempts + 1, version = version + 1,
      started_at = coalesce(started_at, now()), lease_token = ${leaseToken},
      lease_until = now() + ${leaseSeconds} * interval '1 second'
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
export async function renewLease(sql: Sql, { id, lease_token }: ClaimedTask): Promise<boolean> {
  const kept = await sql`
    update tasks set lease_until = now() + ${leaseSeconds} * interval '1 second'
    where id = ${id} and lease_token = ${lease_token} and finished_at is null returning id`
  return kept.length > 0
}

export async function saveProgress(
  sql: Sql,
  { id, lease_token }: ClaimedTask,
  percent: number,
  stage: string,
): Promise<void> {
  await sql`update tasks set status = 'PROGRESS', percent = ${percent}, stage = ${stage},
      version = version + 1
    where id = ${id} and lease_token = ${lease_token} and finished_at is null`
}

type Ending = { status: 'SUCCESS'; result: object } | { status: 'FAILURE'; errors: object }

/** Undefined when the lease was lost: the worker's result is then discarded. */
export async function endTask(
  tx: Tx,
  task: ClaimedTask,
  ending: Ending,
): Promise<TaskRow | undefined> {
  const result = 'result' in ending ? tx.json(ending.result) : null
  const errors = 'errors' in ending ? tx.json(ending.errors) : null
  const [ended] = await tx<TaskRow>`
    update tasks set status = ${ending.status}, result = ${result}, errors = ${errors},
      percent = case when ${ending.status} = 'SUCCESS' then 100 else percent end,
      finished_at = now(), version = version + 1, lease_token = null
    where id = ${task.id} and lease_token = ${task.lease_token} and finished_at is null
    returning *`
  return ended
}

export async function retryLater(tx: Tx, task: ClaimedTask, errors: object, afterSeconds: number) {
  await tx`update tasks set status = 'RETRY', errors = ${tx.json(errors)}, version = version + 1,
      run_after = now() + ${afterSeconds} * interval '1 second', lease_token = null
    where id = ${task.id} and lease_token = ${task.lease_token} and finished_at is null`
}

/** Returns the task to the queue as if it was never claimed: the attempt does not count. */
export async function giveBack(sql: Sql, task: ClaimedTask): Promise<void> {
  await sql`update tasks set status = 'PENDING', version = version + 1, attempts = attempts - 1,
      run_after = now(), lease_token = null
    where id = ${task.id} and lease_token = ${task.lease_token} and finished_at is null`
}

/** Lanes with tasks that should be running but are not: a worker died, or a wakeup was lost. */
export async function overdueLanes(sql: Sql): Promise<{ lane: Lane; count: number }[]> {
  return sql<{ lane: Lane; count: number }>`
    select lane, count(*)::int as count from tasks
    where finished_at is null and case when status in ('PENDING', 'RETRY')
      then run_after < now() - interval '3 seconds' else lease_until < now() end
    group by lane`
}
