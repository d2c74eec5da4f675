import type { Definition } from '../definition/definition.ts'
import { ExpressionError, withinDeadline } from '../definition/expressions.ts'
import { doingStepAt } from '../definition/find-step.ts'
import { mayTakeLong } from '../definition/may-take-long.ts'
import { type Plan, plan, type RecordedStep, type RunFacts, type ShownStep } from './plan.ts'

/**
 * The plan, with a limit on the time of its expressions where they could take long. When they do,
 * the run has failed, and what can be shown of it is what was written down.
 */
export function safePlan(
  definition: Definition,
  run: RunFacts,
  recorded: ReadonlyMap<string, RecordedStep>,
): Plan {
  try {
    if (!mayTakeLong(definition)) return plan(definition, run, recorded)
    return withinDeadline(() => plan(definition, run, recorded))
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const failure = { code: 'expression_failed', message: error.message, step: 'run' }
    const steps = [...recorded.values()].map((step) => shown(definition, step))
    return { ready: [], cancel: [], steps, end: { status: 'FAILED', error: failure } }
  }
}

function shown(definition: Definition, { path, status, error }: RecordedStep): ShownStep {
  const { id, type } = doingStepAt(definition, path)
  return { path, id, type, status, error: error && { ...error, step: path } }
}
