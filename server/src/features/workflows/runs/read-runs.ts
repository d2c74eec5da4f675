import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { looks } from '../../../platform/bus/looks.ts'
import { maskHeadersIn } from '../mask-headers.ts'
import { safePlan } from '../plan/safe-plan.ts'
import { workflowBy } from '../queries.ts'
import { definitionOf } from './definitions.ts'
import { runChanged } from './run-jobs.ts'
import { type RunRow, runById, runsIn } from './run-queries.ts'
import type { RunListQuery, RunState, RunStep } from './schemas.ts'
import { type StepRow, stepsOf } from './step-queries.ts'

type Needs = Pick<Deps, 'db'>

/** Covers a message between processes that was lost. */
const lookEveryMs = 5000

/** A run under another workflow than its own is not there. A deleted workflow's runs are, by its id. */
export async function requireRun(
  { db }: Needs,
  actor: Actor,
  key: string,
  id: string,
): Promise<RunRow> {
  const sql = db.workspace(actor.workspaceId)
  const [workflow, run] = await Promise.all([
    workflowBy(sql, actor.workspaceId, key),
    runById(sql, actor.workspaceId, id),
  ])
  if (!workflow || !run || run.workflow_id !== workflow.id) throw problem('run_not_found')
  return run
}

export async function getRunState(
  deps: Needs,
  actor: Actor,
  key: string,
  id: string,
): Promise<RunState> {
  requirePermission(actor, 'workflows:read')
  const run = await requireRun(deps, actor, key, id)
  return stateOf(deps, run)
}

async function stateOf(deps: Needs, run: RunRow): Promise<RunState> {
  const steps = await shownSteps(deps, run)
  const { actor } = run
  return {
    ...factsOf(run),
    input: maskHeadersIn(run.input) as RunState['input'],
    output: maskHeadersIn(run.output) as RunState['output'],
    parent_run_id: run.parent_run_id,
    started_by: { id: actor.userId, name: actor.name, kind: actor.kind },
    deadline_at: run.deadline_at,
    steps: steps.map(({ input: _, output: __, ...step }) => step),
  }
}

export async function listRunSteps(deps: Needs, actor: Actor, key: string, id: string) {
  requirePermission(actor, 'workflows:read')
  const results = await shownSteps(deps, await requireRun(deps, actor, key, id))
  return { count: results.length, results }
}

/** Newest first, of one workflow or of all. */
export async function listRuns(
  { db }: Needs,
  actor: Actor,
  key: string | undefined,
  query: RunListQuery,
) {
  requirePermission(actor, 'workflows:read')
  const sql = db.workspace(actor.workspaceId)
  const workflow = key === undefined ? undefined : await workflowBy(sql, actor.workspaceId, key)
  if (key !== undefined && !workflow) throw problem('workflow_not_found')
  const { count, results } = await runsIn(sql, actor.workspaceId, workflow?.id, query)
  return { count, results: results.map(factsOf) }
}

/** The run each time it has changed, until it has ended. Steps in between may be skipped. */
export async function* followRun(
  deps: Needs & Pick<Deps, 'bus'>,
  actor: Actor,
  key: string,
  id: string,
  afterRevision: number,
  signal: AbortSignal,
): AsyncGenerator<{ revision: number; state: RunState }> {
  requirePermission(actor, 'workflows:read')
  let seen = afterRevision
  for await (const _ of looks(deps.bus, runChanged, signal, {
    about: id,
    everyMs: lookEveryMs,
  })) {
    if (signal.aborted) return
    const run = await requireRun(deps, actor, key, id)
    if (run.revision > seen) yield { revision: run.revision, state: await stateOf(deps, run) }
    seen = run.revision
    if (run.ended_at !== null) return
  }
}

function factsOf(run: RunRow) {
  const { id, workflow_id, status, version, correlation_id, source, reason } = run
  return {
    create_time: run.created_at.getTime(),
    update_time: run.updated_at.getTime(),
    start_time: run.started_at.getTime(),
    end_time: run.ended_at?.getTime() ?? 0,
    status,
    workflow_id: id,
    run_id: id,
    definition_id: workflow_id,
    version,
    correlation_id,
    source,
    reason,
  }
}

/** Every step of the run in the order of the document, with what is written down about it. */
async function shownSteps({ db }: Needs, run: RunRow) {
  const sql = db.workspace(run.workspace_id)
  const [definition, records] = await Promise.all([definitionOf(sql, run), stepsOf(sql, run)])
  return safePlan(definition, run, records).steps.map((step) => {
    const row = records.get(step.path)
    // In a run that has ended nothing is still to come.
    const isOver = run.ended_at !== null && step.status === 'pending'
    return {
      ...step,
      status: (isOver ? 'skipped' : step.status) as RunStep['status'],
      ...(row ? recordOf(row) : nothingYet),
      error: step.error ?? (row?.error ? { ...row.error, step: row.path } : null),
    }
  })
}

function recordOf(row: StepRow) {
  const { attempts, waits_type, waits_id, started_at, ended_at, wake_at } = row
  const waits_for = waits_type && waits_id ? { type: waits_type, id: waits_id } : null
  const [input, output] = [row.input, row.output].map(maskHeadersIn)
  return { attempts, input, output, waits_for, next_at: wake_at, started_at, ended_at }
}

const nothingYet = {
  attempts: 0,
  input: null,
  output: null,
  waits_for: null,
  next_at: null,
  started_at: null,
  ended_at: null,
}
