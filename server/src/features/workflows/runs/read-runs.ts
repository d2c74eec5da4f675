import type { Deps } from '../../../deps.ts'
import { type Actor, isAdministrator, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { wakeups } from '../../../platform/bus/wakeups.ts'
import { isDoing, type Step } from '../definition/definition.ts'
import { indexSteps } from '../definition/find-step.ts'
import { maskNestedHeaders } from '../mask-headers.ts'
import { findWorkflow } from '../queries.ts'
import { readDefinition } from './definitions.ts'
import { runChanged } from './run-jobs.ts'
import { type RunRow, runById, selectRuns } from './run-queries.ts'
import type { RunListQuery, RunState, RunStep } from './schemas.ts'
import { type StepRow, selectSteps } from './step-queries.ts'
import { findView, type ViewedStep } from './view-queries.ts'

type Needs = Pick<Deps, 'db'>

/** Polling interval in case a message between processes is lost. */
const pollEveryMs = 5000

/** A run is found only under its own workflow. Runs of a deleted workflow are found by its id. */
export async function requireRun(
  { db }: Needs,
  actor: Actor,
  key: string,
  id: string,
): Promise<RunRow> {
  const sql = db.workspace(actor.workspaceId)
  const [workflow, run] = await Promise.all([
    findWorkflow(sql, actor.workspaceId, key),
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
  return readState(deps, actor, run)
}

async function readState(deps: Needs, actor: Actor, run: RunRow): Promise<RunState> {
  const steps = await shownSteps(deps, actor, run)
  const isShown = seesContent(actor, run)
  const { userId, name, kind } = run.actor
  return {
    ...presentFacts(actor, run),
    input: (isShown ? maskNestedHeaders(run.input) : {}) as RunState['input'],
    output: (isShown ? maskNestedHeaders(run.output) : {}) as RunState['output'],
    parent_run_id: run.parent_run_id,
    started_by: { id: userId, name, kind },
    deadline_at: run.deadline_at,
    steps: steps.map(({ input: _, output: __, ...step }) => step),
  }
}

/**
 * Who may read the inputs and outputs of a run: the person who started it, administrators, and the
 * authors, who could see all of it anyway because their permissions limit the run. Everyone else
 * sees only its progress.
 */
function seesContent(actor: Actor, run: RunRow): boolean {
  const { userId } = actor
  const isTheirs = run.actor.userId === userId || run.authors.some(({ id }) => id === userId)
  return isTheirs || isAdministrator(actor)
}

export async function listRunSteps(deps: Needs, actor: Actor, key: string, id: string) {
  requirePermission(actor, 'workflows:read')
  const results = await shownSteps(deps, actor, await requireRun(deps, actor, key, id))
  return { count: results.length, results }
}

/** Newest first, of one workflow or of all workflows. */
export async function listRuns(
  { db }: Needs,
  actor: Actor,
  key: string | undefined,
  query: RunListQuery,
) {
  requirePermission(actor, 'workflows:read')
  const sql = db.workspace(actor.workspaceId)
  const workflow = key === undefined ? undefined : await findWorkflow(sql, actor.workspaceId, key)
  if (key !== undefined && !workflow) throw problem('workflow_not_found')
  const { count, results } = await selectRuns(sql, actor.workspaceId, workflow?.id, query)
  return { count, results: results.map((run) => presentFacts(actor, run)) }
}

/** Yields the run after each change until it ends. Intermediate changes may be skipped. */
export async function* followRun(
  deps: Needs & Pick<Deps, 'bus'>,
  actor: Actor,
  { key, id }: { key: string; id: string },
  afterRevision: number,
  signal: AbortSignal,
): AsyncGenerator<{ revision: number; state: RunState }> {
  requirePermission(actor, 'workflows:read')
  let seen = afterRevision
  for await (const _ of wakeups(deps.bus, runChanged, signal, {
    about: id,
    everyMs: pollEveryMs,
  })) {
    if (signal.aborted) return
    const run = await requireRun(deps, actor, key, id)
    if (run.revision > seen)
      yield { revision: run.revision, state: await readState(deps, actor, run) }
    seen = run.revision
    if (run.ended_at !== null) return
  }
}

function presentFacts(actor: Actor, run: RunRow) {
  const { id, workflow_id, status, version, correlation_id, source } = run
  const reason = seesContent(actor, run) ? run.reason : null
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

/**
 * Every step of the run in document order, as of the last advance, with its record. Nothing is
 * evaluated.
 */
async function shownSteps({ db }: Needs, actor: Actor, run: RunRow) {
  const isShown = seesContent(actor, run)
  const sql = db.workspace(run.workspace_id)
  const [definition, records, view] = await Promise.all([
    readDefinition(sql, run),
    selectSteps(sql, run),
    findView(sql, run),
  ])
  const viewed = view ?? definition.steps.map(({ id }): ViewedStep => [id, 'pending'])
  const paths = new Set(viewed.map(([path]) => path))
  const others = [...records.values()].filter(({ path }) => !paths.has(path))
  const all = [...viewed, ...others.map(({ path, status }): ViewedStep => [path, status])]
  const steps = indexSteps(definition)
  return all.map(([path, status, error]) => {
    const id = path.slice(path.lastIndexOf('.') + 1)
    const row = records.get(path)
    const type = steps.get(id)?.type ?? 'set'
    return {
      path,
      id,
      type,
      status: (row?.status ?? statusNow(run, type, status)) as RunStep['status'],
      ...(row ? presentStep(row) : nothingYet),
      error: row?.error ? { ...row.error, step: path } : (error ?? null),
      ...(!isShown && hidden),
    }
  })
}

/**
 * The status of a step without a record. An action step has not started yet, even if a view read a
 * moment later says otherwise. A run that has ended has no running or pending steps.
 */
function statusNow({ ended_at }: RunRow, type: Step['type'], viewed: ViewedStep[1]): ViewedStep[1] {
  const status = isDoing(type) && viewed !== 'skipped' ? 'pending' : viewed
  if (ended_at === null) return status
  if (status === 'running') return 'cancelled'
  return status === 'pending' ? 'skipped' : status
}

function presentStep(row: StepRow) {
  const { attempts, waits_type, waits_id, started_at, ended_at, wake_at } = row
  const waits_for = waits_type && waits_id ? { type: waits_type, id: waits_id } : null
  const [input, output] = [row.input, row.output].map(maskNestedHeaders)
  return { attempts, input, output, waits_for, next_at: wake_at, started_at, ended_at }
}

/** The fields of a step that reveal the content of its run. */
const hidden = { input: null, output: null, waits_for: null, error: null }

const nothingYet = {
  attempts: 0,
  input: null,
  output: null,
  waits_for: null,
  next_at: null,
  started_at: null,
  ended_at: null,
}
