import { describe, expect, test } from 'vitest'
import { Budget, BudgetExceeded } from '../../src/features/workflows/definition/budget.ts'
import type { Definition, Step } from '../../src/features/workflows/definition/definition.ts'
import { evaluate } from '../../src/features/workflows/definition/expressions.ts'
import { safePlan } from '../../src/features/workflows/plan/safe-plan.ts'
import { doubling } from '../../src/features/workflows/test-doubling.ts'
import { base, workflowClient } from '../../src/features/workflows/test-workflows.ts'
import { useService, useTenant } from '../harness.ts'

/** A tenant's definition can't freeze the process, fill its memory, or kill it again. */
const service = useService()
const mia = useTenant(service)
const { call, define, start, readStatus, waitForEnd, waitForStep } = workflowClient(
  service,
  () => mia,
)
const run = { id: 'r', workflow_id: 'w', workspace_id: 1, input: {}, actor: { userId: 1 } }

const planned = (steps: object[], input: object = {}, more: Partial<Definition> = {}) =>
  safePlan({ title: 'T', steps: steps as Step[], ...more }, { ...run, input }, new Map())

describe('a run that exceeds its budget fails, with the step named', () => {
  const list = Array.from({ length: 1000 }, (_, n) => n)
  const set = (id: string, value: unknown) => ({ id, type: 'set', value })
  const loop = (id: string, items: string, steps: object[], more: object = {}) => ({
    ...{ id, type: 'for_each', items, steps, as: `in_${id}`, concurrency: 50 },
    ...more,
  })

  test('24 doublings and 40 copies: nothing near the size is ever built', () => {
    const before = process.memoryUsage().heapUsed
    expect(planned(doubling()).end).toMatchObject({
      status: 'FAILED',
      error: { code: 'limit_exceeded', step: 'd15', message: /more than 1048576 characters/ },
    })
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 * 1024)
  })

  test.each<[string, object[], string]>([
    [
      'copies that are each small enough',
      Array.from({ length: 20 }, (_, n) => set(`c${n}`, '${inputs.text}')),
      'c8',
    ],
    ['copies in one template', [set('a', Array(20).fill('${inputs.text}'))], 'a'],
    ['copies in one text', [set('a', '${inputs.text}'.repeat(20))], 'a'],
    ['a loop of copies', [loop('l', 'inputs.list', [set('a', '${inputs.text}')])], 'l[8].a'],
    [
      'loops in loops in loops',
      [loop('a', 'inputs.list', [loop('b', 'inputs.list', [set('c', 1)])])],
      'a[1].b[2].c',
    ],
    ['lists in lists', [set('a', '${inputs.list.map(x, inputs.list.map(y, x + y))}')], 'a'],
    [
      'a condition',
      [
        {
          id: 'b',
          type: 'branch',
          cases: [{ when: `${'inputs.list.all(x, '.repeat(4)}true))))`, steps: [set('x', 1)] }],
        },
      ],
      'b',
    ],
    [
      'what CEL forgives',
      [set('a', '${inputs.list.exists(x, inputs.list.all(y, inputs.list.all(z, true))) || true}')],
      'a',
    ],
    ['a separator', [set('a', '${inputs.list.join(inputs.text)}')], 'a'],
    ['a separator of texts', [set('a', '${inputs.text.split("").join(inputs.text)}')], 'a'],
    ['a search', [set('a', '${inputs.text.contains("b" + inputs.text)}')], 'a'],
    [
      'zones',
      [set('a', '${inputs.list.map(x, timestamp("2026-01-01T00:00:00Z").getHours("Asia/Tokyo"))}')],
      'a',
    ],
    [
      'what a step is given',
      [{ id: 'w', type: 'http', url: '${inputs.text}', body: Array(5).fill('${inputs.text}') }],
      'w',
    ],
    [
      'what fails on purpose',
      [{ id: 'f', type: 'fail', message: '${inputs.text}'.repeat(5) }],
      'f',
    ],
  ])('%s', (_, steps, step) => {
    const { end } = planned(steps, { list, text: 'a'.repeat(500_000) })
    expect(end).toMatchObject({ status: 'FAILED', error: { code: 'limit_exceeded' } })
    // Loops stop where the budget ends; the index of that item doesn't matter.
    const failed = (end as { error: { step: string } }).error.step
    expect(failed.replaceAll(/\[\d+\]/g, '[]')).toBe(step.replaceAll(/\[\d+\]/g, '[]'))
  })

  test('`on_error: continue` does not continue', () => {
    const greedy = { ...set('a', '${inputs.list.join(inputs.text)}'), on_error: 'continue' }
    expect(planned([greedy, set('b', 1)], { list, text: 'a'.repeat(500_000) }).end).toMatchObject({
      status: 'FAILED',
      error: { step: 'a' },
    })
  })

  test('the output of the run', () => {
    const output = Array(20).fill('${inputs.text}')
    expect(planned([set('a', 1)], { text: 'a'.repeat(500_000) }, { output }).end).toMatchObject({
      error: { code: 'limit_exceeded', step: 'output' },
    })
  })

  test('lists that double their content 18 times', () => {
    const names = Array.from({ length: 18 }, (_, n) => `c${n}`)
    const binds = names.map(
      (name, n) => `cel.bind(${name}, [${names[n - 1] ?? 1}, ${names[n - 1] ?? 1}], `,
    )
    const text = `${binds.join('')}[c17, c17, c17, c17]${')'.repeat(18)}`
    expect(() => evaluate(text, { inputs: {}, steps: {}, run: {} }, new Budget())).toThrow(
      BudgetExceeded,
    )
  })
})

describe('regular expressions', () => {
  const matches = (text: string, pattern: string) =>
    evaluate(
      'inputs.t.matches(inputs.p)',
      { inputs: { t: text, p: pattern }, steps: {}, run: {} },
      new Budget(),
    )

  test('take time proportional to the text', () => {
    expect(matches(`${'a'.repeat(10_000)}!`, '^(a+)+$')).toBe(false)
    expect(matches(`${'a'.repeat(10_000)}!`, '^(a|a)*$')).toBe(false)
    expect(matches('2026-11', '^[0-9]{4}-(0[1-9]|1[0-2])$')).toBe(true)
  })

  test('that cannot be matched in linear time are refused', () => {
    for (const pattern of ['(a)\\1', '(?=a)', '(', 'a{1000}']) {
      expect(() => matches('a', pattern)).toThrow(/the pattern cannot be used/)
    }
  })
})

test('legitimate work fits the budget: a loop of 1,000 items, a filter of 1,000 by 1,000, a long text', () => {
  const items = Array.from({ length: 1000 }, (_, n) => ({
    id: n,
    title: `Item ${n}`,
    tags: ['a', 'b'],
  }))
  const steps = [
    { id: 'known', type: 'set', value: '${inputs.items.map(x, x.id)}' },
    { id: 'fresh', type: 'set', value: '${inputs.items.filter(x, !(x.id in inputs.seen))}' },
    {
      ...{ id: 'each', type: 'for_each', items: 'inputs.items', concurrency: 5 },
      steps: [
        { id: 'line', type: 'set', value: '${index + 1}. ${item.title} (${item.tags.join(", ")})' },
        {
          id: 'both',
          type: 'branch',
          cases: [
            {
              when: 'size(item.tags) > 1',
              steps: [
                {
                  id: 'x',
                  type: 'set',
                  value: { title: '${steps.line.output}', id: '${item.id}' },
                },
              ],
            },
          ],
        },
      ],
    },
    { id: 'text', type: 'set', value: '${inputs.items.map(x, x.title).join("\\n")}${inputs.text}' },
  ]
  const seen = Array.from({ length: 1000 }, (_, n) => n + 500)
  const { end } = planned(steps, { items, seen, text: 'a'.repeat(900_000) })
  expect(end?.status).toBe('COMPLETED')
})

describe('over HTTP', () => {
  test('a document that consists only of expressions is refused', async () => {
    const value = Array.from({ length: 10_000 }, (_, n) => `\${${n}}`)
    const answer = await call('POST', `${base}/check`, {
      definition: { title: 'T', steps: [{ id: 'a', type: 'set', value }] },
    })
    expect(answer.text).toContain('there are more than 2000 expressions')
  })

  test('the attack fails fast, and reading it evaluates nothing', async () => {
    const id = await define({ steps: doubling() })
    const failed = await waitForEnd(await start(id))
    expect(failed.output.error).toMatchObject({ code: 'limit_exceeded', step: 'd15' })
    expect(failed.reason).toMatch(/more than 1048576 characters/)
  })

  test('a status shows what was recorded when the run advanced', async () => {
    const id = await define({
      steps: [
        { id: 'nap', type: 'wait', seconds: 3600 },
        {
          id: 'b',
          type: 'branch',
          cases: [{ when: 'true', steps: [{ id: 'x', type: 'set', value: 1 }] }],
        },
      ],
    })
    const started = await start(id)
    await waitForStep(started, 'nap', 'waiting')
    // A definition that nobody could evaluate: readers must not try.
    await service.deps.db.system`
      update workflow_run_views set steps = '[["nap","waiting"],["b","completed"],["x","failed"]]'
      where run_id = ${started.runId}`
    const now = await readStatus(started)
    expect(
      now.steps.map((step: { path: string; status: string }) => [step.path, step.status]),
    ).toEqual([
      ['nap', 'waiting'],
      ['b', 'completed'],
      ['x', 'failed'],
    ])
    await call('POST', `${base}/${id}/runs/${started.runId}/terminate`)
  })

  test('outputs that are too large in total end the run', async () => {
    const big = 'x'.repeat(120_000)
    const id = await define({
      steps: [
        {
          ...{ id: 'each', type: 'for_each', items: 'inputs.list', concurrency: 10 },
          steps: [
            {
              ...{ id: 'project', type: 'call', operation: 'createProject' },
              params: { resourcetype: 'campaign' },
              body: { title: 'Large', data: { text: '${inputs.text}' } },
            },
          ],
        },
      ],
    })
    const failed = await waitForEnd(await start(id, { list: Array(60).fill(1), text: big }))
    expect(failed.output.error).toMatchObject({
      code: 'limit_exceeded',
      message: /the limit is 8388608/,
    })
    expect(failed.output.error.step).toMatch(/^each\[\d+\]\.project$/)
  })
})
