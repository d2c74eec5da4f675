import { Budget, BudgetExceeded } from '../definition/budget.ts'
import {
  type Definition,
  type DoingStep,
  defaultConcurrency,
  type ForEachStep,
  isDoing,
  maxItems,
  type Step,
} from '../definition/definition.ts'
import { ExpressionError, evaluate, render, type Scope } from '../definition/expressions.ts'
import type {
  Plan,
  ReadyStep,
  RecordedStep,
  RunFacts,
  ShownStatus,
  ShownStep,
  StepFailure,
} from './plan-types.ts'

/**
 * Plans the next steps of a run. A pure function of the definition and the records: no clock, no
 * randomness, no I/O. The same arguments give the same plan. Throws `BudgetExceeded` if planning
 * takes too much work.
 */
export function plan(
  definition: Definition,
  run: RunFacts,
  recorded: ReadonlyMap<string, RecordedStep>,
  budget = new Budget(),
): Plan {
  const walk = new PlanWalk(recorded, budget)
  const scope = { inputs: run.input, run: pickFacts(run), steps: {} }
  const walked = walk.sequence(definition.steps, scope, '')
  const { cancel, steps } = walk
  if (walked.state === 'open') return { ready: walked.ready, cancel, end: null, steps }
  if (walked.state === 'failed') {
    return { ready: [], cancel, end: { status: 'FAILED', error: walked.error }, steps }
  }
  try {
    const output =
      definition.output === undefined ? walked.output : render(definition.output, scope, budget)
    return { ready: [], cancel, end: { status: 'COMPLETED', output }, steps }
  } catch (error) {
    const failure = expressionFailure(error, 'output')
    return { ready: [], cancel, end: { status: 'FAILED', error: failure }, steps }
  }
}

/** The outputs of steps without a record, such as `set`, by path. */
export function computedOutputs(
  definition: Definition,
  run: RunFacts,
  recorded: ReadonlyMap<string, RecordedStep>,
  budget: Budget,
): ReadonlyMap<string, unknown> {
  const walk = new PlanWalk(recorded, budget)
  walk.sequence(definition.steps, { inputs: run.input, run: pickFacts(run), steps: {} }, '')
  return walk.computed
}

function pickFacts({ id, workflow_id, workspace_id, actor }: RunFacts) {
  return { id, workflow_id, workspace_id, started_by: actor.userId }
}

type StepProgress =
  | { state: 'done'; output: unknown }
  /** `cancelled`: only because a sibling failed. */
  | { state: 'failed'; error: StepFailure; cancelled?: boolean }
  /** `underWay`: the paths of steps that have started but not ended. */
  | { state: 'open'; ready: ReadyStep[]; underWay: string[] }

/** Each visited step is also stored in the view for readers of the run. */
const unitsPerStep = 50

type StepScope = Scope & { steps: Record<string, unknown> }

class PlanWalk {
  readonly #recorded: ReadonlyMap<string, RecordedStep>
  readonly #budget: Budget
  readonly cancel: string[] = []
  readonly steps: ShownStep[] = []
  readonly computed = new Map<string, unknown>()

  constructor(recorded: ReadonlyMap<string, RecordedStep>, budget: Budget) {
    this.#recorded = recorded
    this.#budget = budget
  }

  /** Runs steps in sequence; later steps see earlier ones in the scope. */
  sequence(steps: readonly Step[], scope: StepScope, prefix: string): StepProgress {
    let output: unknown = null
    for (const [index, step] of steps.entries()) {
      const place = this.steps.length
      const walked = this.#step(step, scope, prefix)
      this.#show(step, prefix, place, walked)
      if (walked.state === 'open') {
        this.#showRest(steps.slice(index + 1), prefix, 'pending')
        return walked
      }
      if (walked.state === 'failed' && step.on_error !== 'continue') {
        this.#showRest(steps.slice(index + 1), prefix, 'skipped')
        return walked
      }
      const failed = walked.state === 'failed'
      output = failed ? null : walked.output
      const error = failed ? walked.error : null
      scope.steps[step.id] = { status: failed ? 'failed' : 'completed', output, error }
      if (!failed && !isDoing(step.type)) this.computed.set(prefix + step.id, output)
    }
    return { state: 'done', output }
  }

  #step(step: Step, scope: StepScope, prefix: string): StepProgress {
    const path = prefix + step.id
    try {
      this.#budget.spend(unitsPerStep)
      switch (step.type) {
        case 'branch': {
          const chosen = step.cases.find(({ when }) => holds(when, scope, this.#budget))
          const taken = chosen?.steps ?? step.else ?? []
          for (const steps of [...step.cases.map((one) => one.steps), step.else ?? []]) {
            if (steps !== taken) this.#skip(steps, scope, prefix)
          }
          return this.sequence(taken, scope, prefix)
        }
        case 'parallel': {
          const names = Object.keys(step.branches)
          // Branches do not see each other, because their relative progress is random.
          const scopes = names.map(() => ({ ...scope, steps: { ...scope.steps } }))
          const walked = Object.values(step.branches).map((steps, index) =>
            this.sequence(steps, scopes[index] as StepScope, prefix),
          )
          Object.assign(scope.steps, ...scopes.map(({ steps }) => steps))
          return this.#together(walked, (outputs) =>
            Object.fromEntries(names.map((name, index) => [name, outputs[index]])),
          )
        }
        case 'for_each':
          return this.#forEach(step, scope, path)
        case 'set':
          return { state: 'done', output: render(step.value, scope, this.#budget) }
        case 'fail': {
          const message = String(render(step.message, scope, this.#budget))
          return { state: 'failed', error: { code: 'failed_on_purpose', message, step: path } }
        }
        default:
          return this.#doing(step, scope, path)
      }
    } catch (error) {
      if (error instanceof BudgetExceeded) error.step ??= path
      return { state: 'failed', error: expressionFailure(error, path) }
    }
  }

  #doing(step: DoingStep, scope: StepScope, path: string): StepProgress {
    const record = this.#recorded.get(path)
    if (record === undefined) {
      return {
        state: 'open',
        ready: [{ path, step, input: evaluateInput(step, scope, this.#budget) }],
        underWay: [],
      }
    }
    if (record.status === 'completed') return { state: 'done', output: record.output }
    if (record.status === 'failed' || record.status === 'cancelled') {
      const error = record.error ?? { code: 'cancelled', message: 'The step was cancelled.' }
      const cancelled = record.status === 'cancelled'
      return { state: 'failed', error: { ...error, step: path }, cancelled }
    }
    return { state: 'open', ready: [], underWay: [path] }
  }

  #forEach(step: ForEachStep, scope: StepScope, path: string): StepProgress {
    const items = evaluate(step.items, scope, this.#budget)
    if (!Array.isArray(items)) throw new ExpressionError(`${step.items} is not a list`)
    if (items.length > maxItems) {
      throw new ExpressionError(`${items.length} items exceed the limit of ${maxItems}`)
    }
    const walked: StepProgress[] = []
    let open = 0
    for (const [index, item] of items.entries()) {
      // Later items have not started either.
      if (open >= (step.concurrency ?? defaultConcurrency)) {
        walked.push({ state: 'open', ready: [], underWay: [] })
        break
      }
      this.#budget.spend(Object.keys(scope.steps).length)
      const inside = {
        ...scope,
        [step.as ?? 'item']: item,
        index,
        steps: { ...scope.steps },
      }
      const one = this.#iteration(step, inside, `${path}[${index}].`)
      walked.push(one)
      if (one.state === 'open') open++
    }
    return this.#together(walked, (outputs) => outputs)
  }

  #iteration(step: ForEachStep, scope: StepScope, prefix: string): StepProgress {
    const walked = this.sequence(step.steps, scope, prefix)
    if (walked.state !== 'done' || step.output === undefined) return walked
    return { state: 'done', output: render(step.output, scope, this.#budget) }
  }

  /** The first failure fails the container; steps in progress in other branches are cancelled. */
  #together(walked: StepProgress[], outputOf: (outputs: unknown[]) => unknown): StepProgress {
    const open = walked.filter((one) => one.state === 'open')
    const failures = walked.filter((one) => one.state === 'failed')
    const failed = failures.find(({ cancelled }) => !cancelled) ?? failures[0]
    if (failed) {
      this.cancel.push(...open.flatMap(({ underWay }) => underWay))
      return failed
    }
    if (open.length > 0) {
      return {
        state: 'open',
        ready: open.flatMap(({ ready }) => ready),
        underWay: open.flatMap(({ underWay }) => underWay),
      }
    }
    return { state: 'done', output: outputOf(walked.map((one) => readOutput(one))) }
  }

  /** Expressions can refer to the steps of a branch that was not taken; their output is null. */
  #skip(steps: readonly Step[], scope: StepScope, prefix: string): void {
    this.#showRest(steps, prefix, 'skipped')
    const ids = listIds(steps)
    this.#budget.spend(ids.length)
    for (const id of ids) {
      scope.steps[id] = { status: 'skipped', output: null, error: null }
    }
  }

  /** A container precedes its contents. */
  #show(step: Step, prefix: string, place: number, walked: StepProgress): void {
    const path = prefix + step.id
    const status = this.#recorded.get(path)?.status ?? chooseStatus(walked)
    const error = walked.state === 'failed' ? walked.error : null
    this.#budget.spend((this.steps.length - place) / 16)
    this.steps.splice(place, 0, { path, id: step.id, type: step.type, status, error })
  }

  #showRest(steps: readonly Step[], prefix: string, status: 'pending' | 'skipped'): void {
    this.#budget.spend(steps.length * unitsPerStep)
    for (const { id, type } of steps) {
      this.steps.push({ path: prefix + id, id, type, status, error: null })
    }
  }
}

function holds(condition: string, scope: Scope, budget: Budget): boolean {
  const value = evaluate(condition, scope, budget)
  if (typeof value === 'boolean') return value
  throw new ExpressionError(`${condition} is neither true nor false`)
}

function chooseStatus(walked: StepProgress): ShownStatus {
  if (walked.state === 'done') return 'completed'
  if (walked.state === 'failed') return 'failed'
  return walked.underWay.length > 0 ? 'running' : 'pending'
}

function readOutput(walked: StepProgress): unknown {
  return walked.state === 'done' ? walked.output : null
}

/** All template fields of a step. The other fields are checked before a run starts. */
function evaluateInput(step: DoingStep, scope: Scope, budget: Budget): ReadyStep['input'] {
  const { id: _, type: __, retries: ___, on_error: ____, ...fields } = step
  try {
    return { value: render(fields, scope, budget) as Record<string, unknown> }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return { error: error.message }
  }
}

function expressionFailure(error: unknown, step: string): StepFailure {
  if (!(error instanceof ExpressionError)) throw error
  return { code: 'expression_failed', message: error.message, step }
}

/** The steps visible from outside. Steps in a loop are not: each exists many times. */
export function listIds(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => [step.id, ...listIds(innerSteps(step))])
}

function innerSteps(step: Step): Step[] {
  if (step.type === 'branch') {
    return [...step.cases.flatMap(({ steps }) => steps), ...(step.else ?? [])]
  }
  return step.type === 'parallel' ? Object.values(step.branches).flat() : []
}
