import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import { asSent } from '../as-sent.ts'
import type { RecordedStep } from '../plan/plan-types.ts'
import type { RunRow } from './run-queries.ts'

export type WaitsType = 'task' | 'transcription' | 'video' | 'question' | 'run' | 'event'

export interface StepRow extends RecordedStep {
  type: string
  attempts: number
  input: unknown
  waits_type: WaitsType | null
  waits_id: string | null
  wake_at: Date | null
  deadline_at: Date | null
  started_at: Date
  ended_at: Date | null
  /**
   * The size of its input and output in the database; undefined for a step that was just written.
   */
  stored_bytes?: number
}

type RunRound = Pick<RunRow, 'id' | 'round' | 'workspace_id'>

/** The step records of the current round. */
export async function selectSteps(
  sql: Sql,
  { id, round }: RunRound,
): Promise<Map<string, StepRow>> {
  const rows = await sql<StepRow>`
    select path, type, status, attempts, input, output, error, waits_type, waits_id, wake_at,
      deadline_at, started_at, ended_at,
      octet_length(input::text) + coalesce(octet_length(output::text), 0) as stored_bytes
    from workflow_steps where run_id = ${id} and round = ${round}`
  return new Map(rows.map((row) => [row.path, row]))
}

export async function saveStep(tx: Tx, run: RunRound, step: StepRow): Promise<void> {
  const { path, type, status, attempts, error, waits_type, waits_id, wake_at } = step
  const output = step.output === undefined ? null : asSent(tx, step.output)
  await tx`
    insert into workflow_steps (run_id, round, path, workspace_id, type, status, attempts, input,
      output, error, waits_type, waits_id, wake_at, deadline_at, started_at, ended_at)
    values (${run.id}, ${run.round}, ${path}, ${run.workspace_id}, ${type}, ${status}, ${attempts},
      ${asSent(tx, step.input)}, ${output}, ${error && tx.json(error)}, ${waits_type}, ${waits_id},
      ${wake_at}, ${step.deadline_at}, ${step.started_at}, ${step.ended_at})
    on conflict (run_id, round, path) do update set status = excluded.status,
      attempts = excluded.attempts, input = excluded.input, output = excluded.output,
      error = excluded.error, waits_type = excluded.waits_type, waits_id = excluded.waits_id,
      wake_at = excluded.wake_at, deadline_at = excluded.deadline_at, ended_at = excluded.ended_at`
}

/** Failed and cancelled steps count as not started; completed steps are kept. */
export async function forgetFailedSteps(tx: Tx, { id, round }: RunRound): Promise<void> {
  await tx`
    delete from workflow_steps
    where run_id = ${id} and round = ${round} and status in ('failed', 'cancelled', 'retrying')`
}

/** The runs with a step that waits for an event of one of these patterns. */
export async function runsWaitingForEvents(
  tx: Tx,
  workspaceIds: readonly number[],
  patterns: readonly string[],
): Promise<{ id: string; workspace_id: number }[]> {
  return tx`
    select distinct run_id as id, workspace_id from workflow_steps
    where waits_type = 'event' and waits_id = any(${patterns}::text[]) and status = 'waiting'
      and workspace_id = any(${workspaceIds}::integer[])`
}

/** The runs with a step that waits for one of these. */
export async function selectWaitingRuns(
  tx: Tx,
  things: { type: WaitsType; id: string; trace: string | null }[],
): Promise<{ id: string; workspace_id: number; trace: string | null }[]> {
  const types = things.map(({ type }) => type)
  const ids = things.map(({ id }) => id)
  const traces = things.map(({ trace }) => trace)
  return tx`
    select distinct on (s.run_id) s.run_id as id, s.workspace_id, thing.trace
    from unnest(${types}::text[], ${ids}::text[], ${traces}::text[]) as thing (type, id, trace)
      join workflow_steps s on s.waits_type = thing.type and s.waits_id = thing.id
    where s.status = 'waiting'`
}
