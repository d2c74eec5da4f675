import { BudgetExceeded } from '../definition/budget.ts'
import type { Definition } from '../definition/definition.ts'
import { findDoingStep } from '../definition/find-step.ts'
import { plan } from './plan.ts'
import type { Plan, RecordedStep, RunFacts, ShownStep } from './plan-types.ts'

/** Plans a turn. A run that exceeds its budget fails, and only its recorded steps are shown. */
export function safePlan(
  definition: Definition,
  run: RunFacts,
  recorded: ReadonlyMap<string, RecordedStep>,
): Plan {
  try {
    return plan(definition, run, recorded)
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error
    return failedPlan(definition, recorded, error)
  }
}

export function failedPlan(
  definition: Definition,
  recorded: ReadonlyMap<string, RecordedStep>,
  { message, step = 'output' }: BudgetExceeded,
): Plan {
  const failure = { code: 'limit_exceeded', message, step }
  const steps = [...recorded.values()].map((one) => shown(definition, one))
  return { ready: [], cancel: [], steps, end: { status: 'FAILED', error: failure } }
}

function shown(definition: Definition, { path, status, error }: RecordedStep): ShownStep {
  const { id, type } = findDoingStep(definition, path)
  return { path, id, type, status, error: error && { ...error, step: path } }
}
