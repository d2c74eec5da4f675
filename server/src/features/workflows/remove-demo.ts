import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { DemoGuard, Undo } from '../feature.ts'
import { getWorkflow } from './read-workflows.ts'
import { listRunSteps } from './runs/read-runs.ts'

/** A workflow that people changed is theirs. */
export const workflowGuards: Record<string, DemoGuard> = {
  deleteWorkflow: async (deps, owner, params) => {
    const { version } = await getWorkflow(deps, owner, (params as { id: string }).id)
    return version === 1
  },
}

/** The records that a demo run created, found in the output of its steps. */
export async function productsOfRun(deps: Deps, owner: Actor, undo: Undo): Promise<Undo[]> {
  if (undo.operation !== 'terminateWorkflowRun') return []
  const { id, run_id } = undo.params as { id: string; run_id: string }
  const { results } = await listRunSteps(deps, owner, id, run_id)
  const made = results.flatMap(({ type, output }) => (type === 'call' ? findUndos(output) : []))
  // The questions of a run are in its thread.
  const body = { action: 'archive', thread_id: `run-${run_id}` }
  return [...made, { operation: 'markNotifications', body }]
}

type Fields = Record<string, unknown>

function findUndos(output: unknown): Undo[] {
  if (typeof output !== 'object' || output === null) return []
  const { id, asset_id, group_id, posts, primary_type, revision, slug, checklist } =
    output as Fields
  if (asset_id) return [{ operation: 'deleteAsset', params: { id: asset_id } }]
  if (group_id && posts) return [{ operation: 'deleteDrafts', body: { group_id } }]
  if (slug && checklist) return [{ operation: 'deleteBoardTask', params: { task_id: id } }]
  if (primary_type && revision === 1) {
    return [{ operation: 'deleteProject', params: { resourcetype: primary_type, id } }]
  }
  return Object.values(output).flatMap(findUndos)
}
