import { programFile } from '../../../lib/installation.ts'
import { WorkThread } from '../../../lib/work-thread.ts'
import { Budget, BudgetExceeded, quickLimits } from '../definition/budget.ts'
import type { Definition } from '../definition/definition.ts'
import { plan } from './plan.ts'
import type { PlanRequest } from './plan-thread.ts'
import type { Plan, RecordedStep, RunFacts } from './plan-types.ts'
import { failedPlan } from './safe-plan.ts'

/** Plans a turn of a run. The tenant's definition determines how long that takes. */
export type Planner = (
  definition: Definition,
  run: RunFacts,
  recorded: ReadonlyMap<string, RecordedStep>,
) => Promise<Plan>

/** The turn is too much work for the event loop: use `planInThread`. */
export class NeedsThread extends Error {
  readonly workspaceId: number

  constructor(workspaceId: number) {
    super('This turn has to be planned in a thread.')
    this.workspaceId = workspaceId
  }
}

/** Plans on the event loop, where nearly every turn takes less than a millisecond. */
export const planQuickly: Planner = async (definition, run, recorded) => {
  try {
    return plan(definition, run, recorded, new Budget(quickLimits))
  } catch (error) {
    if (error instanceof BudgetExceeded) throw new NeedsThread(run.workspace_id)
    throw error
  }
}

/**
 * The budget limits work to a fraction of a second. These limits stop work that it fails to count.
 */
const thread = new WorkThread<PlanRequest, Plan>(
  programFile('server/src/features/workflows/plan/plan-thread.ts'),
  {
    maxSeconds: 10,
    maxHeapMegabytes: 256,
  },
)

/** Plans in a thread, one turn at a time. */
export const planInThread: Planner = async (definition, run, recorded) => {
  const { id, workflow_id, workspace_id, input, actor } = run
  const answer = await thread.ask({
    definition,
    run: { id, workflow_id, workspace_id, input, actor: { userId: actor.userId } },
    recorded: [...recorded.values()].map(({ path, status, output, error }) => {
      return { path, status, output, error }
    }),
  })
  if (answer !== undefined) return answer
  const message = 'the steps and expressions of this run need too much time or memory'
  return failedPlan(definition, recorded, new BudgetExceeded(message))
}
