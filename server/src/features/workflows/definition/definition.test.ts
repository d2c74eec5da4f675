import { describe, expect, test } from 'vitest'
import { unsharedCounts } from '../../../platform/counts/shared-counts.ts'
import { openService } from '../../../service.ts'
import { workflowCaller } from '../callable.ts'
import { mask } from '../mask-headers.ts'
import { templates } from '../templates.ts'
import { Budget } from './budget.ts'
import { checkDefinition } from './check-definition.ts'
import { ExpressionError, evaluate, render } from './expressions.ts'
import { parts } from './template-parts.ts'

const caller = workflowCaller(
  openService({ clock: () => new Date(), counts: unsharedCounts() }).operations,
)()

const findErrors = (document: unknown) => {
  const checked = checkDefinition(document, caller)
  return 'errors' in checked ? checked.errors.map(({ path, message }) => `${path}: ${message}`) : []
}

const withSteps = (...steps: unknown[]) => findErrors({ title: 'T', steps })
const set = (id: string, value: unknown = 1) => ({ id, type: 'set', value })

describe('errors name their path', () => {
  test.each<[string, unknown, RegExp]>([
    ['no document', 5, /^definition: must be an object/],
    ['no steps', { title: 'T' }, /^definition.steps: is required/],
    ['no steps in it', { title: 'T', steps: [] }, /^definition.steps: must not be empty/],
    [
      'an unknown field',
      { title: 'T', steps: [set('a')], colour: 1 },
      /^definition.colour: is not allowed/,
    ],
    [
      'inputs that are no schema',
      { title: 'T', inputs: { type: 'object', properties: 5 }, steps: [set('a')] },
      /^definition.inputs: is not a JSON Schema/,
    ],
    [
      'inputs with patterns',
      {
        title: 'T',
        inputs: { type: 'object', properties: { a: { pattern: '(a+)+' } } },
        steps: [set('a')],
      },
      /pattern is not supported/,
    ],
    [
      'an output that looks at nothing',
      { title: 'T', steps: [set('a')], output: '${steps.b.output}' },
      /^definition.output: steps.b: no earlier step has this id; earlier steps: a$/,
    ],
  ])('%s', (_, document, message) => {
    expect(findErrors(document)[0]).toMatch(message)
  })

  test.each<[string, unknown[], RegExp]>([
    [
      'an unknown type',
      [{ id: 'a', type: 'dance' }],
      /^definition.steps.0.type: must be one of call, http/,
    ],
    ['a step that is none', ['a'], /^definition.steps.0.type: must be/],
    ['a bad id', [set('A b')], /^definition.steps.0.id: must match/],
    ['an id of expressions', [set('in')], /^definition.steps.0.id: in is reserved/],
    [
      'an id twice',
      [set('a'), set('a')],
      /^definition.steps.1.id: is already the id of definition.steps.0/,
    ],
    [
      'an unknown operation',
      [{ id: 'a', type: 'call', operation: 'createApiKey' }],
      /^definition.steps.0.operation: createApiKey is not an operation/,
    ],
    [
      'a field that the operation does not know',
      [{ id: 'a', type: 'call', operation: 'createTag', body: { name: '${run.id}', size: 1 } }],
      /^definition.steps.0.body.size: is not accepted by createTag; it accepts name/,
    ],
    [
      'a field that is missing',
      [{ id: 'a', type: 'call', operation: 'createTag', body: {} }],
      /^definition.steps.0.body.name: is required/,
    ],
    [
      'a parameter that is missing',
      [{ id: 'a', type: 'call', operation: 'getBoard' }],
      /^definition.steps.0.params.board_id: is required/,
    ],
    [
      'a fixed value of a wrong type',
      [{ id: 'a', type: 'call', operation: 'createTag', body: { name: 5 } }],
      /^definition.steps.0.name: must be a string/,
    ],
    [
      'an expression that cannot be read',
      [set('a', { b: ['${1 +}'] })],
      /^definition.steps.0.value.b.0: /,
    ],
    [
      'a name that is not there',
      [set('a', '${nothing.here}')],
      /^definition.steps.0.value: Unknown variable: nothing/,
    ],
    [
      'a later step',
      [set('a', '${steps.b.output}'), set('b')],
      /^definition.steps.0.value: steps.b: no earlier step/,
    ],
    [
      'itself',
      [set('a', '${steps["a"].output}')],
      /no earlier step has this id; earlier steps: none/,
    ],
    [
      'a step of another branch',
      [
        {
          id: 'p',
          type: 'parallel',
          branches: { l: [set('a')], r: [set('b', '${steps.a.output}')] },
        },
      ],
      /^definition.steps.0.branches.r.0.value: steps.a/,
    ],
    [
      'a step inside a loop, from outside',
      [
        { id: 'e', type: 'for_each', items: '[1]', steps: [set('inner')] },
        set('b', '${steps.inner.output}'),
      ],
      /^definition.steps.1.value: steps.inner/,
    ],
    ['an item outside its loop', [set('b', '${item}')], /Unknown variable: item/],
    [
      'a name that loops share',
      [
        {
          id: 'e',
          type: 'for_each',
          items: '[1]',
          steps: [{ id: 'f', type: 'for_each', items: '[1]', steps: [set('x')] }],
        },
      ],
      /^definition.steps.0.steps.0.as: item is already used/,
    ],
    [
      'a header that somebody read who may not see it',
      [{ id: 'h', type: 'http', url: 'https://x.test', headers: { Authorization: mask } }],
      /^definition.steps.0.headers.Authorization: is masked/,
    ],
    [
      'a wait for nothing',
      [{ id: 'w', type: 'wait' }],
      /^definition.steps.0: must have exactly one/,
    ],
    ['steps too deep', [deep(9)], /nested deeper than 8 levels/],
    [
      'too many steps',
      Array.from({ length: 3 }, (_, n) => ({
        id: `p${n}`,
        type: 'parallel',
        branches: { b: Array.from({ length: 99 }, (__, m) => set(`s${n}_${m}`)) },
      })),
      /there are more than 200 steps/,
    ],
  ])('%s', (_, steps, message) => {
    expect(withSteps(...steps).join('\n')).toMatch(new RegExp(message.source, 'm'))
  })

  function deep(levels: number): object {
    const step = levels === 0 ? set('bottom') : deep(levels - 1)
    return { id: `d${levels}`, type: 'branch', cases: [{ when: 'true', steps: [step] }] }
  }

  test('valid definitions pass: expressions can use steps of any branch', () => {
    expect(
      withSteps(
        { id: 'c', type: 'branch', cases: [{ when: 'true', steps: [set('x')] }], else: [set('y')] },
        set('z', '${steps.x.output} ${steps.y.output}'),
      ),
    ).toEqual([])
  })

  test.each(templates.map(({ id, definition }) => [id, definition]))(
    'the template %s',
    (_, document) => {
      expect(findErrors(document)).toEqual([])
    },
  )

  test('administration and credentials cannot be called', () => {
    const ids = caller.operations.map(({ id }) => id)
    expect(ids).toContain('createBoardTask')
    expect(ids).toContain('removeBackground')
    for (const id of ['createApiKey', 'logIn', 'updateMember', 'startWorkflow', 'listDeliveries']) {
      expect(ids).not.toContain(id)
    }
  })
})

describe('templates', () => {
  const scope = {
    inputs: { n: 5, half: 0.5, list: [1, 2], text: 'a', o: { k: 'v' } },
    steps: {},
    run: {},
  }

  test.each<[unknown, unknown]>([
    ['plain', 'plain'],
    ['${inputs.n}', 5],
    ['${inputs.list}', [1, 2]],
    ['n is ${inputs.n}!', 'n is 5!'],
    ['${inputs.n}${inputs.n}', '55'],
    ['$${inputs.n}', '${inputs.n}'],
    ['${', '${'],
    ['${inputs.n', '${inputs.n'],
    ['${{"a": {"b": inputs.n}}}', { a: { b: 5 } }],
    ['${"}" + inputs.text}', '}a'],
    ['list: ${inputs.list}', 'list: [1,2]'],
    ['${inputs.list.map(x, x * 2)}', [2, 4]],
    ['${inputs.list.join("-")}', '1-2'],
    ['${inputs.n / 2}', 2.5],
    ['${inputs.half * 4 == 2}', true],
    ['${inputs.?gone.orValue("none")}', 'none'],
    ['${has(inputs.gone)}', false],
    ['${timestamp("2026-01-01T00:00:00Z") + duration("90m")}', '2026-01-01T01:30:00.000Z'],
    [{ a: ['${inputs.o.k}', 1, null, true] }, { a: ['v', 1, null, true] }],
  ])('%j', (template, value) => {
    expect(render(template, scope, new Budget())).toEqual(value)
  })

  test.each([
    'inputs.constructor',
    'inputs.__proto__',
    'inputs.list.constructor',
    'steps.toString',
    'process',
    '1 / 0',
    '9223372036854775807',
    'b"bytes"',
  ])('%s has no value', (text) => {
    expect(() => evaluate(text, scope, new Budget())).toThrow(ExpressionError)
  })

  test('unclosed expressions are plain text', () => {
    const text = '${'.repeat(100_000)
    expect(render(text, scope, new Budget())).toBe(text)
  })

  test('joining the parts gives the original text', () => {
    const text = 'a ${b} $${c} ${"}"} $ { } ${d'
    const again = parts(text)
      .map((part) => ('text' in part ? part.text : `\${${part.expression}}`))
      .join('')
    expect(again).toBe(text.replace('$${', '${'))
  })
})
