import type { Definition, DoingStep, Step } from './definition.ts'

const indexes = new WeakMap<Definition, Map<string, Step>>()

/** The step at a path: `each[3].cut` is the step `cut`. Step ids are unique. */
export function findDoingStep(definition: Definition, path: string): DoingStep {
  const id = path.slice(path.lastIndexOf('.') + 1)
  const step = indexSteps(definition).get(id)
  if (!step) throw new Error(`the definition has no step ${id}`)
  return step as DoingStep
}

export function indexSteps(definition: Definition): Map<string, Step> {
  let index = indexes.get(definition)
  if (!index) {
    index = new Map([...everyStep(definition.steps)].map((step) => [step.id, step]))
    indexes.set(definition, index)
  }
  return index
}

/** Includes nested steps. */
export function* everyStep(steps: readonly Step[]): Generator<Step> {
  for (const step of steps) {
    yield step
    if (step.type === 'branch') {
      for (const one of step.cases) yield* everyStep(one.steps)
      yield* everyStep(step.else ?? [])
    } else if (step.type === 'parallel') {
      for (const branch of Object.values(step.branches)) yield* everyStep(branch)
    } else if (step.type === 'for_each') yield* everyStep(step.steps)
  }
}
