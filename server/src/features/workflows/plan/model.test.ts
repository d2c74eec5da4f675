import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sample, seed } from '../../../../test/soak.ts'
import type { Step } from '../definition/definition.ts'
import { plan } from './plan.ts'
import type { Plan, RecordedStep } from './plan-types.ts'

/**
 * Random workflows, advanced by a worker that acts in any order, fails, dies between any two moves
 * and restarts from the recorded state. The result is compared with a model of each step.
 */

const run = { id: 'r', workflow_id: 'w', workspace_id: 1, input: {}, actor: { userId: 1 } }

/** A tree of steps; ids are assigned once it is complete. */
type Shape =
  | { kind: 'leaf'; canFail: boolean }
  | { kind: 'parallel' | 'branch'; parts: Shape[][]; canFail: boolean }
  | { kind: 'loop'; items: number; concurrency: number; inside: Shape[]; canFail: boolean }

const { shapes } = fc.letrec<{ shape: Shape; shapes: Shape[] }>((tie) => ({
  shape: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('leaf' as const), canFail: fc.boolean() }),
    fc.record({
      kind: fc.constantFrom('parallel' as const, 'branch' as const),
      parts: fc.array(tie('shapes'), { minLength: 1, maxLength: 3 }),
      canFail: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('loop' as const),
      items: fc.integer({ min: 0, max: 4 }),
      concurrency: fc.integer({ min: 1, max: 3 }),
      inside: tie('shapes'),
      canFail: fc.boolean(),
    }),
  ),
  shapes: fc.array(tie('shape'), { minLength: 1, maxLength: 3 }),
}))

/** The maximum number of executed steps: nested loops can grow beyond what is worth testing. */
function countSteps(list: Shape[]): number {
  return list.reduce((sum, shape) => {
    if (shape.kind === 'leaf') return sum + 1
    if (shape.kind === 'loop') return sum + shape.items * countSteps(shape.inside)
    return sum + shape.parts.reduce((inside, part) => inside + countSteps(part), 0)
  }, 0)
}

const maxSteps = 150

function buildSteps(list: Shape[], next = { id: 0 }): Step[] {
  return list.map((shape): Step => {
    const id = `s${next.id++}`
    const on_error = shape.canFail ? ('continue' as const) : ('fail' as const)
    if (shape.kind === 'leaf') return { id, type: 'wait', seconds: 1, on_error }
    if (shape.kind === 'loop') {
      const items = JSON.stringify(Array.from({ length: shape.items }, (_, index) => index))
      const steps = buildSteps(shape.inside, next)
      return { id, type: 'for_each', items, concurrency: shape.concurrency, steps, on_error }
    }
    const parts = shape.parts.map((part) => buildSteps(part, next))
    if (shape.kind === 'parallel') {
      const branches = Object.fromEntries(parts.map((part, index) => [`b${index}`, part]))
      return { id, type: 'parallel', branches, on_error }
    }
    // Only the last case matches.
    const cases = parts.map((steps, index) => ({
      when: index === parts.length - 1 ? 'true' : 'false',
      steps,
    }))
    return { id, type: 'branch', cases, on_error }
  })
}

/** The next move, its result, and whether the worker dies before recording it. */
const moves = fc.array(
  fc.record({ pick: fc.nat(), fails: fc.boolean(), dies: fc.boolean(), ends: fc.boolean() }),
  { minLength: 20, maxLength: 80 },
)

test('random workflows, failures and crashes: each step runs once, and the outcome is consistent', () => {
  fc.assert(
    fc.property(shapes, moves, (list, script) => {
      fc.pre(countSteps(list) <= maxSteps)
      const definition = { title: 'T', steps: buildSteps(list) }
      const written = new Map<string, RecordedStep>()
      const begun = new Map<string, number>()
      const set = (path: string, status: RecordedStep['status']) =>
        written.set(path, {
          path,
          status,
          output: path,
          error: status === 'failed' ? { code: 'x', message: 'x' } : null,
        })

      function carryOut(
        { ready, cancel }: Plan,
        { pick, fails, dies, ends }: (typeof script)[number],
      ): void {
        for (const path of cancel) set(path, 'cancelled')
        const underWay = [...written.values()].filter(({ status }) => status === 'waiting')
        const choices = ready.length + underWay.length
        if (choices === 0) return
        const chosen = pick % choices
        // A worker that dies has done nothing: its effect and its record are atomic.
        if (dies) return
        if (chosen < ready.length) {
          const { path } = ready[chosen] as (typeof ready)[number]
          begun.set(path, (begun.get(path) ?? 0) + 1)
          set(path, ends ? (fails ? 'failed' : 'completed') : 'waiting')
        } else set(underWay[chosen - ready.length]?.path as string, fails ? 'failed' : 'completed')
      }

      let planned = plan(definition, run, written)
      for (const move of script) {
        if (planned.end) break
        // While a run is open, a step is ready or in progress: it cannot get stuck.
        const open = [...written.values()].some(({ status }) => status === 'waiting')
        expect(planned.ready.length > 0 || open).toBe(true)
        for (const { path } of planned.ready) expect(written.has(path)).toBe(false)
        carryOut(planned, move)
        planned = plan(definition, run, written)
      }
      // All remaining steps succeed, so the run ends.
      for (let turn = 0; !planned.end && turn < 2 * maxSteps; turn++) {
        carryOut(planned, { pick: 0, fails: false, dies: false, ends: true })
        planned = plan(definition, run, written)
      }
      expect(planned.end).not.toBeNull()
      for (const path of planned.cancel) set(path, 'cancelled')
      planned = plan(definition, run, written)
      for (const count of begun.values()) expect(count).toBe(1)
      const failed = [...written.values()].filter(({ status }) => status === 'failed')
      if (failed.length === 0) expect(planned.end?.status).toBe('COMPLETED')
      if (planned.end?.status === 'FAILED') {
        expect(failed.map(({ path }) => path)).toContain(planned.end.error.step)
      }
      // A completed run has no steps in progress.
      if (planned.end?.status === 'COMPLETED') {
        const statuses = planned.steps.map(({ status }) => status)
        expect(statuses).not.toContain('waiting')
        expect(statuses).not.toContain('running')
      }
    }),
    { numRuns: sample(100, 5000), seed },
  )
})
