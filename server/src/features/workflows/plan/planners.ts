import { Worker } from 'node:worker_threads'
import { Budget, BudgetExceeded, quickLimits } from '../definition/budget.ts'
import type { Definition } from '../definition/definition.ts'
import { type Plan, plan, type RecordedStep, type RunFacts } from './plan.ts'
import type { PlanRequest } from './plan-thread.ts'
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
 * The budget limits work to a fraction of a second. This timeout stops work that it fails to count.
 */
const maxSeconds = 10
const maxHeapMegabytes = 256

let thread: Worker | undefined

/** Plans in a thread, one turn at a time. */
export const planInThread: Planner = async (definition, run, recorded) => {
  thread ??= startThread()
  const { id, workflow_id, workspace_id, input, actor } = run
  const request: PlanRequest = {
    definition,
    run: { id, workflow_id, workspace_id, input, actor: { userId: actor.userId } },
    recorded: [...recorded.values()].map(({ path, status, output, error }) => {
      return { path, status, output, error }
    }),
  }
  const answer = await ask(thread, request)
  if (answer !== undefined) return answer
  const message = 'the steps and expressions of this run need too much time or memory'
  return failedPlan(definition, recorded, new BudgetExceeded(message))
}

function startThread(): Worker {
  const worker = new Worker(new URL('./plan-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    // Tenants' expressions must not see our environment, which contains secrets.
    env: {},
    execArgv: [],
  })
  worker.unref()
  // `ask` handles the error; without this listener it would end the process.
  worker.on('error', () => {})
  worker.once('exit', () => {
    if (thread === worker) thread = undefined
  })
  return worker
}

/** Undefined when the thread ran out of time or memory; any other error is a bug and is thrown. */
async function ask(worker: Worker, request: PlanRequest): Promise<Plan | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Plan | undefined>()
  const onEnd = () => resolve(undefined)
  const onError = (error: Error & { code?: string }) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? onEnd() : reject(error)
  const deadline = setTimeout(() => void worker.terminate().then(onEnd), maxSeconds * 1000)
  worker.once('message', resolve)
  worker.once('error', onError)
  worker.once('exit', onEnd)
  worker.postMessage(request)
  return promise.finally(() => {
    clearTimeout(deadline)
    worker.off('message', resolve)
    worker.off('error', onError)
    worker.off('exit', onEnd)
  })
}
