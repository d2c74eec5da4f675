import type { Tx } from '../postgres/db.ts'
import type { Part, Sql } from '../postgres/sql.ts'
import { traceparent } from '../tracing/tracer.ts'
import { leaseState } from '../work/backlog.ts'
import {
  buildClaim,
  giveBack,
  isHeld,
  type Leased,
  releaseUntil,
  secondsFromNow,
} from '../work/lease.ts'

export interface Job extends Leased {
  queue: string
  workspace_id: number
  data: object
  attempts: number
  /** The span that sent it. */
  trace: string | null
}

/** A job of a killed process is taken over after this time. */
const leaseSeconds = 10

/** Of each workspace. More than one process has room for, because others may hold the first. */
const maxCandidates = 50

const keptDays = 30

export interface NewJob {
  queue: string
  data: object
  /** By default, the job is due at once. */
  afterSeconds?: number
  /** By default, the job belongs to the current span. */
  trace?: string | null
}

export async function insertJobs(tx: Tx, jobs: readonly NewJob[]): Promise<void> {
  const rows = jobs.map((job) => ({ trace: traceparent(), ...job }))
  await tx`insert into jobs (queue, workspace_id, data, due_at, trace)
    select queue, coalesce((data ->> 'workspace_id')::integer, 0), data,
      now() + make_interval(secs => coalesce("afterSeconds", 0)), trace
    from jsonb_to_recordset(${tx.json(rows)})
      as j (queue text, data jsonb, "afterSeconds" double precision, trace text)`
}

interface Room {
  queue: string
  free: number
  /** The workspace whose turn was last. */
  last: number
}

/**
 * Claims due jobs, as many as each queue has room for. The workspaces of a queue take turns, from the
 * one after `last` on: the first job of each comes before the second of any, so thousands of jobs of
 * one don't delay the others. The jobs are returned in the order of these turns. `turns` walks
 * through the index from workspace to workspace, without reading all their jobs.
 */
export async function claimJobs(sql: Sql, lease: string, room: Room[]): Promise<Job[]> {
  const claimed = await sql<Job & { place: number; is_later: boolean }>`
    with next as (
      select due.id, due.place, due.workspace_id <= room.last as is_later
      from jsonb_to_recordset(${sql.json(room)}) as room (queue text, free integer, last integer)
        cross join lateral (
          with recursive turns as (
            (select workspace_id from jobs where queue = room.queue and failed_at is null
              order by workspace_id, due_at limit 1)
            union all
            select (select workspace_id from jobs where queue = room.queue and failed_at is null
              and jobs.workspace_id > turns.workspace_id order by workspace_id, due_at limit 1)
            from turns where turns.workspace_id is not null
          ), waiting as (
            select own.id, turns.workspace_id, row_number() over (
              partition by turns.workspace_id order by own.due_at) as place
            from turns cross join lateral (
              select id, due_at from jobs
              where queue = room.queue and jobs.workspace_id = turns.workspace_id
                and failed_at is null and due_at <= now()
              order by workspace_id, due_at limit ${maxCandidates}
            ) own
          )
          select jobs.id, waiting.place, waiting.workspace_id
          from waiting join jobs on jobs.id = waiting.id
          where jobs.failed_at is null and jobs.due_at <= now()
          order by waiting.place, waiting.workspace_id <= room.last, waiting.workspace_id
          limit room.free for update of jobs skip locked
        ) due
    )
    update jobs set ${buildClaim(sql, lease, secondsFromNow(sql, leaseSeconds))}
    from next where jobs.id = next.id
    returning jobs.id, queue, jobs.workspace_id, data, attempts, lease, trace, place, is_later`
  return claimed.sort(
    (a, b) =>
      a.place - b.place ||
      Number(a.is_later) - Number(b.is_later) ||
      a.workspace_id - b.workspace_id,
  )
}

/** The time of the next job of these queues. */
export function findNextJobTime(sql: Sql, queues: string[], after: Part): Part {
  return sql.part`
    select min(first.due_at) from unnest(${queues}::text[]) as name cross join lateral (
      select min(due_at) as due_at from jobs
      where queue = name and failed_at is null and due_at > ${after}) first`
}

/** Jobs that are not done, by queue. */
export function unfinishedJobs(sql: Sql): Part {
  const state = leaseState(sql, sql.part`now()`)
  return sql.part`select queue, ${state} from jobs where failed_at is null
    union all select queue, 'failed', failed_at from jobs where failed_at is not null`
}

export async function renewJobs(sql: Sql, lease: string, ids: Job['id'][]): Promise<void> {
  await sql`update jobs set due_at = ${secondsFromNow(sql, leaseSeconds)}
    where id = any(${ids}::bigint[]) and lease = ${lease}`
}

export async function deleteJob(sql: Sql, job: Job): Promise<void> {
  await sql`delete from jobs where ${isHeld(sql, job)}`
}

export async function retryJob(
  sql: Sql,
  job: Job,
  error: string,
  afterSeconds: number,
): Promise<void> {
  await sql`update jobs set ${releaseUntil(sql, secondsFromNow(sql, afterSeconds))},
    error = ${error} where ${isHeld(sql, job)}`
}

/** Keeps the job for the operator to see; nothing runs it again. */
export async function giveUpJob(sql: Sql, job: Job, error: string): Promise<void> {
  await sql`update jobs set lease = null, failed_at = now(), error = ${error}
    where ${isHeld(sql, job)}`
}

/** By queue, for the operator. */
export function failedJobs(sql: Sql): Promise<{ queue: string; count: number; error: string }[]> {
  return sql`select queue, count(*)::int as count, (array_agg(error order by failed_at desc))[1] as error
    from jobs where failed_at is not null group by queue order by queue`
}

/** A process that stops returns what it could not finish. */
export async function giveBackJobs(sql: Sql, lease: string): Promise<void> {
  await sql`update jobs set ${giveBack(sql, sql.part`now()`)} where lease = ${lease}`
}

export async function removeFailedJobs(sql: Sql): Promise<void> {
  await sql`delete from jobs where failed_at < now() - make_interval(days => ${keptDays})`
}
