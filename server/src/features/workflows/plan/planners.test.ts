import { expect, test } from 'vitest'
import type { Definition } from '../definition/definition.ts'
import { NeedsThread, planInThread, planQuickly } from './planners.ts'
import { safePlan } from './safe-plan.ts'

const run = {
  id: 'run-1',
  workflow_id: 'flow-1',
  workspace_id: 7,
  input: { list: Array.from({ length: 200 }, (_, n) => n) },
  actor: { userId: 1 },
}
const sets = (value: string): Definition => ({
  title: 'T',
  steps: [{ id: 'sum', type: 'set', value: `\${${value}}` }],
})
const nothing = new Map()

test('a small turn is planned right away', async () => {
  const definition = sets('inputs.list.size()')
  const planned = await planQuickly(definition, run, nothing)
  expect(planned.end).toEqual({ status: 'COMPLETED', output: 200 })
})

test('a costly turn goes to the thread, which returns the same plan', async () => {
  const definition = sets('inputs.list.map(a, inputs.list.filter(b, b > a).size()).size()')
  await expect(planQuickly(definition, run, nothing)).rejects.toBeInstanceOf(NeedsThread)
  const planned = await planInThread(definition, run, nothing)
  expect(planned.end).toEqual({ status: 'COMPLETED', output: 200 })
  expect(planned).toEqual(safePlan(definition, run, nothing))
})

test('a turn over the whole budget fails in the thread, which keeps working', async () => {
  const all = 'inputs.list.all(a, inputs.list.all(b, inputs.list.all(c, a + b + c >= 0)))'
  const failed = await planInThread(sets(all), run, nothing)
  expect(failed.end).toMatchObject({ status: 'FAILED', error: { code: 'limit_exceeded' } })
  const next = await planInThread(sets('inputs.list.size()'), run, nothing)
  expect(next.end).toEqual({ status: 'COMPLETED', output: 200 })
})
