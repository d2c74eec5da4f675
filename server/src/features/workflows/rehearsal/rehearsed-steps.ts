import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import { Budget, BudgetExceeded, quickLimits } from '../definition/budget.ts'
import type { Definition } from '../definition/definition.ts'
import { indexSteps } from '../definition/find-step.ts'
import { computedOutputs } from '../plan/plan.ts'
import { readDefinition } from '../runs/definitions.ts'
import { listRunSteps } from '../runs/read-runs.ts'
import { type RunRow, runById } from '../runs/run-queries.ts'
import { type StepRow, selectSteps } from '../runs/step-queries.ts'
import type { RehearsalNotes } from './rehearse-step.ts'
import type { RehearsedStep } from './schemas.ts'

/** Every step in the order of the document, each followed by the steps of the run it started. */
export async function rehearsedSteps(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  run: RunRow,
  notes: RehearsalNotes,
  prefix = '',
): Promise<RehearsedStep[]> {
  const sql = deps.db.workspace(run.workspace_id)
  const definition = await readDefinition(sql, run)
  const titles = indexSteps(definition)
  const computed = outputsWithoutRecord(definition, run, await selectSteps(sql, run))
  const { results } = await listRunSteps(deps, actor, run.workflow_id, run.id)
  const steps: RehearsedStep[] = []
  for (const { path, id, type, status, output, error, started_at, ended_at } of results) {
    const key = `${run.id} ${path}`
    steps.push({
      path: prefix + path,
      type,
      title: titles.get(id)?.title ?? id,
      status,
      would: notes.would.get(key) ?? {},
      output: computed.get(path) ?? output,
      error,
      duration_ms: started_at && ended_at ? ended_at.getTime() - started_at.getTime() : 0,
    })
    const childId = notes.children.get(key)
    const child = childId && (await runById(sql, run.workspace_id, childId))
    if (child) {
      const inner = `${prefix}${path}/`
      steps.push(...(await rehearsedSteps(deps, actor, child, notes, inner)))
    }
  }
  return steps
}

/** Empty for a run that needs too much work on the event loop. */
function outputsWithoutRecord(...plan: [Definition, RunRow, Map<string, StepRow>]) {
  try {
    return computedOutputs(...plan, new Budget(quickLimits))
  } catch (error) {
    if (error instanceof BudgetExceeded) return new Map<string, unknown>()
    throw error
  }
}
