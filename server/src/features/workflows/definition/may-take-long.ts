import type { Definition, Step } from './definition.ts'
import { depthOf, expressionsIn } from './expressions.ts'

const known = new WeakMap<Definition, boolean>()

/**
 * Whether the expressions of a document can take long: lists inside lists, a loop around a list, or
 * regular expressions. To watch the clock costs more than to evaluate the others.
 */
export function mayTakeLong(definition: Definition): boolean {
  let answer = known.get(definition)
  if (answer === undefined) {
    const { steps, output } = definition
    answer = deepest(steps, [], 0) > 1 || deepestIn(output, [], 0) > 1
    known.set(definition, answer)
  }
  return answer
}

function deepest(steps: readonly Step[], names: string[], loops: number): number {
  return Math.max(0, ...steps.map((step) => depthOfStep(step, names, loops)))
}

function depthOfStep(step: Step, names: string[], loops: number): number {
  switch (step.type) {
    case 'branch': {
      const conditions = step.cases.map(({ when }) => depthOf(when, names) + loops)
      const inside = [...step.cases.map(({ steps }) => steps), step.else ?? []]
      return Math.max(...conditions, ...inside.map((steps) => deepest(steps, names, loops)))
    }
    case 'parallel':
      return Math.max(...Object.values(step.branches).map((steps) => deepest(steps, names, loops)))
    case 'for_each': {
      const inner = [...new Set([...names, step.as ?? 'item', 'index'])].sort()
      const inside = deepest(step.steps, inner, loops + 1)
      const output = deepestIn(step.output, inner, loops + 1)
      return Math.max(depthOf(step.items, names) + loops, inside, output)
    }
    default:
      return deepestIn(step, names, loops)
  }
}

/** A loop counts only around an expression that walks a list itself. */
function deepestIn(template: unknown, names: string[], loops: number): number {
  const depths = [...expressionsIn(template, '')].map(({ text }) => depthOf(text, names))
  return Math.max(0, ...depths.map((depth) => (depth === 0 ? 0 : depth + loops)))
}
