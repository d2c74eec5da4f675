import type { Tx } from '../postgres/db.ts'
import type { Part, Sql } from '../postgres/sql.ts'
import { traceparent } from '../tracing/tracer.ts'
import { leaseState } from '../work/backlog.ts'
import {
  claimFor,
  giveBack,
  isHeld,
  type Leased,
  releaseUntil,
  secondsFromNow,
} from '../work/lease.ts'

export interface Job extends Leased {
  queue: string
  data: object
  attempts: number
  /** The span that sent it. */
  trace: string | null
}

/** A job of a killed process is taken over after this time. */
const leaseSeconds = 10

const keptDays = 30

export async function insertJob(
  tx: Tx,
  queue: string,
  data: object,
  { afterSeconds = 0, trace = traceparent() }: { afterSeconds?: number; trace?: string | null },
): Promise<void> {
  await tx`insert into jobs (queue, data, due_at, trace)
    values (${queue}, ${tx.json(data)}, ${secondsFromNow(tx, afterSeconds)}, ${trace})`
}

/** Claims due jobs, longest waiting first, as many as each queue has room for. */
export function claimJobs(
  sql: Sql,
  lease: string,
  room: { queue: string; free: number }[],
): Promise<Job[]> {
  return sql<Job>`
    with next as (
      select due.id from jsonb_to_recordset(${sql.json(room)}) as room (queue text, free integer)
        cross join lateral (
          select id from jobs
          where queue = room.queue and failed_at is null and due_at <= now()
          order by due_at limit room.free for update skip locked
        ) due
    )
    update jobs set ${claimFor(sql, lease, secondsFromNow(sql, leaseSeconds))}
    from next where jobs.id = next.id
    returning jobs.id, queue, data, attempts, lease, trace`
}

/** The time of the next job of these queues. */
export function nextJobAt(sql: Sql, queues: string[], after: Part): Part {
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
