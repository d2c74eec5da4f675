import { describe, expect, test } from 'vitest'
import type { Definition, Step } from '../definition/definition.ts'
import { plan } from './plan.ts'
import type { RecordedStep } from './plan-types.ts'

const run = {
  id: 'run-1',
  workflow_id: 'flow-1',
  workspace_id: 1,
  input: { n: 3, list: ['a', 'b', 'c'] },
  actor: { userId: 7 },
}

const wait = (id: string, more: object = {}): Step => ({ id, type: 'wait', seconds: 1, ...more })
const done = (output: unknown = null) => ({ status: 'completed' as const, output, error: null })
const broken = { status: 'failed' as const, output: null, error: { code: 'x', message: 'Broken.' } }
const waiting = { status: 'waiting' as const, output: null, error: null }

type RecordedSteps = Record<string, Omit<RecordedStep, 'path'>>

function planSteps(steps: Step[], facts: RecordedSteps = {}, more: Partial<Definition> = {}) {
  const recorded = new Map(
    Object.entries(facts).map(([path, fact]) => [path, { path, ...fact } as RecordedStep]),
  )
  const planned = plan({ title: 'T', steps, ...more }, run, recorded)
  return { ...planned, next: planned.ready.map(({ path }) => path) }
}

const shown = ({ steps }: ReturnType<typeof planSteps>) =>
  Object.fromEntries(steps.map(({ path, status }) => [path, status]))

describe('what comes next', () => {
  const two = [wait('a'), wait('b')]
  const both: Step = { id: 'p', type: 'parallel', branches: { l: [wait('a')], r: [wait('b')] } }
  const each: Step = {
    id: 'e',
    type: 'for_each',
    items: 'inputs.list',
    concurrency: 2,
    steps: [wait('s')],
  }
  const choice = (when: string): Step => ({
    id: 'c',
    type: 'branch',
    cases: [{ when, steps: [wait('yes')] }],
    else: [wait('no')],
  })

  test.each<[string, Step[], RecordedSteps, string[]]>([
    ['the first step', two, {}, ['a']],
    ['nothing while it is under way', two, { a: waiting }, []],
    ['the second after the first', two, { a: done() }, ['b']],
    ['nothing after all', two, { a: done(), b: done() }, []],
    ['nothing after a failure', two, { a: broken }, []],
    [
      'the next after a failure that may be',
      [wait('a', { on_error: 'continue' }), wait('b')],
      { a: broken },
      ['b'],
    ],
    ['nothing while a try is to come', two, { a: { ...waiting, status: 'retrying' } }, []],
    ['both branches', [both], {}, ['a', 'b']],
    ['the branch that has not begun', [both], { a: waiting }, ['b']],
    ['nothing new when a branch has failed', [both], { a: broken }, []],
    ['as many items as may be', [each], {}, ['e[0].s', 'e[1].s']],
    ['the next item when one is done', [each], { 'e[0].s': done(), 'e[1].s': waiting }, ['e[2].s']],
    [
      'the next item, whichever is done',
      [each],
      { 'e[0].s': waiting, 'e[1].s': done() },
      ['e[2].s'],
    ],
    ['no item after a failure', [each], { 'e[0].s': broken, 'e[1].s': waiting }, []],
    ['the case that holds', [choice('inputs.n > 2')], {}, ['yes']],
    ['else', [choice('inputs.n > 3')], {}, ['no']],
  ])('%s', (_, steps, facts, next) => {
    expect(planSteps(steps, facts).next).toEqual(next)
  })

  test.each<[string, Step[], RecordedSteps, object | null]>([
    ['open', two, { a: done(), b: waiting }, null],
    [
      'completed, with the last output',
      two,
      { a: done(), b: done(5) },
      { status: 'COMPLETED', output: 5 },
    ],
    [
      'failed, with the place',
      two,
      { a: broken },
      { status: 'FAILED', error: { code: 'x', message: 'Broken.', step: 'a' } },
    ],
    [
      'failed although a branch goes on',
      [both],
      { a: broken, b: waiting },
      { status: 'FAILED', error: { step: 'a' } },
    ],
    [
      'not completed while an item is open',
      [each],
      { 'e[0].s': done(), 'e[1].s': done(), 'e[2].s': waiting },
      null,
    ],
    [
      'completed with one output an item',
      [each],
      { 'e[0].s': done(1), 'e[1].s': done(2), 'e[2].s': done(3) },
      { status: 'COMPLETED', output: [1, 2, 3] },
    ],
    [
      'an empty list is done at once',
      [{ ...each, items: '[]' } as Step],
      {},
      { status: 'COMPLETED', output: [] },
    ],
    [
      'a condition that is no condition',
      [choice('inputs.n')],
      {},
      { status: 'FAILED', error: { code: 'expression_failed', step: 'c' } },
    ],
    [
      'items that are no list',
      [{ ...each, items: 'inputs.n' } as Step],
      {},
      { status: 'FAILED', error: { step: 'e' } },
    ],
    [
      'fail says what it was told',
      [{ id: 'f', type: 'fail', message: 'n is ${inputs.n}' }],
      {},
      { status: 'FAILED', error: { message: 'n is 3', code: 'failed_on_purpose' } },
    ],
    [
      'no step taken is fine',
      [{ id: 'c', type: 'branch', cases: [{ when: 'false', steps: [wait('x')] }] }],
      {},
      { status: 'COMPLETED', output: null },
    ],
  ])('the run is %s', (_, steps, facts, end) => {
    const planned = planSteps(steps, facts)
    if (end === null) expect(planned.end).toBeNull()
    else expect(planned.end).toMatchObject(end)
  })

  test('a failure cancels the steps still in progress', () => {
    expect(planSteps([both], { a: broken, b: waiting }).cancel).toEqual(['b'])
    const facts = { 'e[0].s': waiting, 'e[1].s': broken }
    expect(planSteps([each], facts).cancel).toEqual(['e[0].s'])
  })

  test('a container with on_error continue goes on after a failure and cancels the rest', () => {
    const planned = planSteps([{ ...both, on_error: 'continue' } as Step, wait('then')], {
      a: broken,
      b: waiting,
    })
    expect([planned.next, planned.cancel]).toEqual([['then'], ['b']])
  })

  test('branches do not see each other, but later steps see both', () => {
    const value = (text: string): Step => ({ id: text, type: 'set', value: text })
    const look: Step = { id: 'look', type: 'set', value: '${has(steps.l) ? "seen" : "not seen"}' }
    const steps: Step[] = [
      { id: 'p', type: 'parallel', branches: { left: [value('l')], right: [look] } },
    ]
    expect(planSteps(steps).end).toMatchObject({ output: { left: 'l', right: 'not seen' } })
    const after: Step = { id: 'z', type: 'set', value: '${steps.l.output + steps.look.output}' }
    expect(planSteps([...steps, after]).end).toMatchObject({ output: 'lnot seen' })
  })

  test('steps inside a loop see their own item and those before, not the other items', () => {
    const steps: Step[] = [
      wait('before'),
      {
        id: 'e',
        type: 'for_each',
        items: 'inputs.list',
        as: 'letter',
        steps: [wait('s', { title: '${letter}${index}${steps.before.output.x}' })],
      },
    ]
    const { ready } = planSteps(steps, { before: done({ x: '!' }) })
    expect(ready.map(({ input }) => ('value' in input ? input.value.title : input))).toEqual([
      'a0!',
      'b1!',
      'c2!',
    ])
  })

  test('a field without a value is an error of its step', () => {
    const { ready } = planSteps([wait('a', { title: '${inputs.missing}' })])
    expect(ready[0]?.input).toEqual({ error: 'No such key: missing in inputs.missing' })
  })

  test('everyone sees every step, in the order of the document', () => {
    const steps = [wait('a'), choice('false'), both.id === 'p' ? wait('z') : wait('y')]
    const planned = planSteps(steps, { a: done(), no: waiting })
    expect(shown(planned)).toEqual({
      a: 'completed',
      c: 'running',
      yes: 'skipped',
      no: 'waiting',
      z: 'pending',
    })
    expect(planned.steps.map(({ path }) => path)).toEqual(['a', 'c', 'yes', 'no', 'z'])
  })

  test('planning twice gives the same result', () => {
    const facts = { 'e[0].s': done(1), 'e[1].s': waiting }
    expect(planSteps([each, ...two], facts)).toEqual(planSteps([each, ...two], facts))
  })
})
