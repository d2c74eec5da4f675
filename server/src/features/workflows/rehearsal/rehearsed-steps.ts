import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import { indexOf } from '../definition/find-step.ts'
import { definitionOf } from '../runs/definitions.ts'
import { listRunSteps } from '../runs/read-runs.ts'
import { type RunRow, runById } from '../runs/run-queries.ts'
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
  const titles = indexOf(await definitionOf(sql, run))
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
      output,
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
