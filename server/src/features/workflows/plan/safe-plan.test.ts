import { expect, test } from 'vitest'
import type { Definition } from '../definition/definition.ts'
import type { RecordedStep } from './plan-types.ts'
import { safePlan } from './safe-plan.ts'

const run = {
  id: 'run-1',
  workflow_id: 'flow-1',
  workspace_id: 1,
  input: { list: Array.from({ length: 500 }, (_, n) => n) },
  actor: { userId: 7 },
}

/** 500 × 500 × 500 comparisons. */
const endless = 'inputs.list.all(a, inputs.list.all(b, inputs.list.all(c, a + b + c >= 0)))'

test('a run over its budget fails at the step; recorded steps are shown', () => {
  const definition: Definition = {
    title: 'T',
    steps: [
      { id: 'nap', type: 'wait', seconds: 1 },
      { id: 'sum', type: 'set', value: `\${${endless}}` },
    ],
  }
  const nap: RecordedStep = { path: 'nap', status: 'completed', output: {}, error: null }
  const planned = safePlan(definition, run, new Map([['nap', nap]]))
  expect(planned.end).toMatchObject({
    status: 'FAILED',
    error: {
      code: 'limit_exceeded',
      message: 'the expression needs too much computation',
      step: 'sum',
    },
  })
  expect(planned.steps).toEqual([
    { path: 'nap', id: 'nap', type: 'wait', status: 'completed', error: null },
  ])
  expect([planned.ready, planned.cancel]).toEqual([[], []])
})
