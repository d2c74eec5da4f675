import { type PageRequest, readPage } from '../../../http/pagination.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Part, Sql } from '../../../platform/postgres/sql.ts'
import { asSent } from '../as-sent.ts'
import type { Firing, FiringOutcome } from './schemas.ts'
import type { TriggerRow } from './trigger-queries.ts'

export interface FiringRow extends Firing {
  workspace_id: number
  trigger_id: string
  source_key: string
  dedupe_key: string | null
  input: Record<string, unknown> | null
  chain_length: number
  root_cause: string | null
  due_at: Date | null
  burst_at: Date | null
}

export async function insertFiring(tx: Tx, row: FiringRow): Promise<void> {
  await tx`
    insert into workflow_trigger_firings (id, workspace_id, trigger_id, fired_at, scheduled_for,
      outcome, reason, run_id, event_id, source_key, dedupe_key, input, chain_length, root_cause, due_at,
      burst_at)
    values (${row.id}, ${row.workspace_id}, ${row.trigger_id}, ${row.fired_at}, ${row.scheduled_for},
      ${row.outcome}, ${row.reason}, ${row.run_id}, ${row.event_id}, ${row.source_key},
      ${row.dedupe_key}, ${row.input && asSent(tx, row.input)}, ${row.chain_length}, ${row.root_cause}, ${row.due_at},
      ${row.burst_at})`
}

/** Ends the wait of a queued firing. */
export async function settleFiring(
  tx: Tx,
  { workspace_id, id }: FiringRow,
  { outcome, reason, run_id }: Pick<FiringRow, 'outcome' | 'reason' | 'run_id'>,
): Promise<void> {
  await tx`
    update workflow_trigger_firings set outcome = ${outcome}, reason = ${reason},
      run_id = ${run_id}, due_at = null, input = null
    where workspace_id = ${workspace_id} and id = ${id}`
}

/** A debounced firing whose time has come waits only for runs from now on. */
export async function endDebounce(tx: Tx, { workspace_id, id }: FiringRow): Promise<void> {
  await tx`
    update workflow_trigger_firings set due_at = null
    where workspace_id = ${workspace_id} and id = ${id}`
}

export async function firingBySource(
  sql: Sql,
  { workspace_id, id }: TriggerRow,
  sourceKey: string,
): Promise<FiringRow | undefined> {
  const [row] = await sql<FiringRow>`
    select * from workflow_trigger_firings
    where workspace_id = ${workspace_id} and trigger_id = ${id} and source_key = ${sourceKey}`
  return row
}

export async function firingByDedupeKey(
  sql: Sql,
  { workspace_id, id }: TriggerRow,
  dedupeKey: string,
): Promise<FiringRow | undefined> {
  const [row] = await sql<FiringRow>`
    select * from workflow_trigger_firings
    where workspace_id = ${workspace_id} and trigger_id = ${id} and dedupe_key = ${dedupeKey}`
  return row
}

/** Queued firings, oldest first: those that wait for their burst to end, or for a run. */
export async function queuedFirings(
  tx: Tx,
  { workspace_id, id }: TriggerRow,
  waitsFor: 'burst' | 'run',
): Promise<FiringRow[]> {
  const isDebounced = waitsFor === 'burst'
  return tx<FiringRow>`
    select * from workflow_trigger_firings
    where workspace_id = ${workspace_id} and trigger_id = ${id} and outcome = 'queued'
      and (due_at is not null) = ${isDebounced} order by fired_at, id limit 200`
}

/** Triggers with a debounced firing that is due. Workspaces take turns. */
export async function dueTriggers(
  sql: Sql,
  now: Date,
): Promise<{ workspace_id: number; trigger_id: string }[]> {
  return sql`
    select workspace_id, trigger_id from workflow_trigger_firings
    where due_at <= ${now} group by workspace_id, trigger_id
    order by row_number() over (partition by workspace_id order by min(due_at)), min(due_at)
    limit 500`
}

export function selectNextFiring(sql: Sql, after: Part): Part {
  return sql.part`select min(due_at) from workflow_trigger_firings where due_at > ${after}`
}

/** The triggers of these runs that have queued firings. */
export async function triggersWithQueue(
  tx: Tx,
  runIds: readonly string[],
): Promise<{ workspace_id: number; trigger_id: string }[]> {
  return tx`
    select distinct r.workspace_id, r.trigger_id from workflow_runs r
    where r.id = any(${runIds}::uuid[]) and r.trigger_id is not null and exists (
      select from workflow_trigger_firings f
      where f.trigger_id = r.trigger_id and f.outcome = 'queued' and f.due_at is null)`
}

/** The unfinished runs that a trigger started, oldest first. */
export async function selectOpenRuns(tx: Tx, { workspace_id, id }: TriggerRow) {
  return tx<{ id: string }>`
    select id from workflow_runs
    where trigger_id = ${id} and workspace_id = ${workspace_id} and status in ('RUNNING', 'PAUSED')
    order by created_at, id limit 1000`
}

export function selectFirings(
  sql: Sql,
  workspaceId: number,
  triggerId: string,
  { outcome, ...page }: PageRequest & { outcome?: FiringOutcome | undefined },
) {
  return readPage<FiringRow>(sql, page, {
    columns: sql.part`*`,
    from: sql.part`from workflow_trigger_firings
      where workspace_id = ${workspaceId} and trigger_id = ${triggerId}
        ${outcome ? sql.part`and outcome = ${outcome}` : sql.part``}`,
    order: sql.part`fired_at desc, id desc`,
  })
}

/** Old history. A firing that still waits stays. */
export async function deleteOldFirings(sql: Sql, before: Date): Promise<number> {
  const gone = await sql`
    delete from workflow_trigger_firings where id in (
      select id from workflow_trigger_firings
      where fired_at < ${before} and outcome <> 'queued' order by fired_at limit 5000) returning id`
  return gone.length
}

/** Schedules by when they are due. */
export function waitingSchedules(sql: Sql, now: Part): Part {
  return sql.part`select 'trigger-schedules' as queue,
    case when next_fire_at <= ${now} then 'due' else 'scheduled' end as state,
    case when next_fire_at <= ${now} then next_fire_at end as since
    from workflow_triggers where next_fire_at is not null`
}
