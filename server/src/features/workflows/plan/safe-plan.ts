import type { Definition } from '../definition/definition.ts'
import { withinDeadline } from '../definition/expressions.ts'
import { mayTakeLong } from '../definition/may-take-long.ts'
import { type Plan, plan, type RecordedStep, type RunFacts } from './plan.ts'

/** The plan, with a limit on the time of its expressions where they could take long. */
export function safePlan(
  definition: Definition,
  run: RunFacts,
  recorded: ReadonlyMap<string, RecordedStep>,
): Plan {
  if (!mayTakeLong(definition)) return plan(definition, run, recorded)
  return withinDeadline(() => plan(definition, run, recorded))
}
