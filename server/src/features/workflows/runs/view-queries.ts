import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import { asSent } from '../as-sent.ts'
import type { ShownStatus, ShownStep, StepFailure } from '../plan/plan-types.ts'
import type { RunRow } from './run-queries.ts'

/** A step as stored for readers; the rest is in the definition and in its record. */
export type ViewedStep = [path: string, status: ShownStatus, error?: StepFailure]

/** Saved in the transaction that advances the run, so readers do not evaluate anything. */
export async function saveView(
  tx: Tx,
  run: Pick<RunRow, 'id' | 'round' | 'workspace_id'>,
  steps: readonly ShownStep[],
): Promise<void> {
  const view = steps.map(({ path, status, error }): ViewedStep => {
    return error ? [path, status, error] : [path, status]
  })
  await tx`
    insert into workflow_run_views (run_id, workspace_id, round, steps)
    values (${run.id}, ${run.workspace_id}, ${run.round}, ${asSent(tx, view)})
    on conflict (run_id) do update set round = excluded.round, steps = excluded.steps`
}

/** Undefined before the run first advances, or right after a retry or restart. */
export async function findView(
  sql: Sql,
  { id, round, workspace_id }: Pick<RunRow, 'id' | 'round' | 'workspace_id'>,
): Promise<ViewedStep[] | undefined> {
  const [row] = await sql<{ steps: ViewedStep[] }>`
    select steps from workflow_run_views
    where workspace_id = ${workspace_id} and run_id = ${id} and round = ${round}`
  return row?.steps
}

export async function forgetView(
  tx: Tx,
  { id, workspace_id }: Pick<RunRow, 'id' | 'workspace_id'>,
): Promise<void> {
  await tx`
    delete from workflow_run_views where workspace_id = ${workspace_id} and run_id = ${id}`
}
