import type { Deps } from '../../deps.ts'
import type { OperationCaller } from '../../http/call-operation.ts'
import type { Actor } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { createWorkflow } from './save-workflow.ts'
import type { CreateWorkflowBody, Workflow } from './schemas.ts'
import { templateById } from './templates.ts'
import { createTrigger } from './triggers/save-trigger.ts'

/** Creates a workflow and, if it is asked for, the trigger of its template. */
export async function createWithTrigger(
  deps: Deps,
  caller: OperationCaller,
  actor: Actor,
  { trigger_input, ...body }: CreateWorkflowBody,
): Promise<Workflow> {
  if (trigger_input === undefined) return createWorkflow(deps, caller, actor, body)
  const trigger = templateById(body.template ?? '')?.trigger
  if (!trigger) throw invalid('trigger_input', 'needs a template that has a trigger')
  return deps.db.atomically(actor.workspaceId, async (db) => {
    const inside = { ...deps, db }
    const workflow = await createWorkflow(inside, caller, actor, body)
    const input = { ...trigger_input, ...trigger.input }
    await createTrigger(inside, actor, workflow.id, { ...trigger, input })
    return workflow
  })
}
