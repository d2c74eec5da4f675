import { parentPort } from 'node:worker_threads'
import type { Definition } from '../definition/definition.ts'
import type { RecordedStep, RunFacts } from './plan-types.ts'
import { safePlan } from './safe-plan.ts'

export interface PlanRequest {
  definition: Definition
  run: RunFacts
  recorded: RecordedStep[]
}

/** Runs in its own thread: plans turns that would block the event loop. */
parentPort?.on('message', ({ definition, run, recorded }: PlanRequest) => {
  const byPath = new Map(recorded.map((step) => [step.path, step]))
  parentPort?.postMessage(safePlan(definition, run, byPath))
})
