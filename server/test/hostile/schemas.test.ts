import { describe, expect, test } from 'vitest'
import { base } from '../../src/features/workflows/test-workflows.ts'
import { inputsValidator } from '../../src/http/body/inputs-validator.ts'
import { useService, useTenant } from '../harness.ts'

/** JSON Schemas from tenants: an allowlist of keywords at every depth, and a limit on work. */
const service = useService()
const mia = useTenant(service)

const refused = {
  pattern: '(a+)+$',
  patternProperties: { '^(a+)+$': { type: 'string' } },
  dependentSchemas: { properties: { patternProperties: { '^(a+)+$': {} } } },
  dependencies: { a: { pattern: '(a+)+$' } },
  dependentRequired: { a: ['b'] },
  propertyNames: { pattern: '(a+)+$' },
  contains: { type: 'string' },
  minContains: 1,
  uniqueItems: true,
  unevaluatedItems: false,
  unevaluatedProperties: { pattern: '(a+)+$' },
  contentSchema: { pattern: '(a+)+$' },
  $ref: '#',
  $dynamicRef: '#a',
  $defs: { a: { pattern: '(a+)+$' } },
  definitions: { a: { pattern: '(a+)+$' } },
  $id: 'https://example.com/a',
  $anchor: 'a',
  $vocabulary: {},
  nonsense: true,
  constructor: {},
  format: 'regex',
}

type Inside = (schema: object) => object

/** Every path from a schema to a nested one. */
const nestings: Record<string, Inside> = {
  itself: (schema) => schema,
  properties: (schema) => ({ properties: { properties: schema } }),
  'properties twice': (schema) => ({ properties: { a: { properties: { pattern: schema } } } }),
  items: (schema) => ({ properties: { a: { type: 'array', items: schema } } }),
  prefixItems: (schema) => ({ properties: { a: { prefixItems: [true, schema] } } }),
  additionalProperties: (schema) => ({ additionalProperties: schema }),
  not: (schema) => ({ not: schema }),
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
  if: (schema) => ({ if: {}, then: schema }),
  else: (schema) => ({ if: {}, else: schema }),
  allOf: (schema) => ({ allOf: [{ anyOf: [{ oneOf: [schema] }] }] }),
}

describe('keywords that are not supported', () => {
  test.each(Object.entries(nestings))('in %s', (_, inside) => {
    for (const [keyword, value] of Object.entries(refused)) {
      const schema = { type: 'object', ...inside({ [keyword]: value }) }
      expect(() => inputsValidator(schema), keyword).toThrow(/is not supported/)
    }
  })

  test('400 for a definition with one, naming the place', async () => {
    const answer = await service.call('POST', base, {
      key: mia.key,
      body: {
        definition: {
          title: 'T',
          inputs: { type: 'object', dependentSchemas: { properties: { pattern: 'a' } } },
          steps: [{ id: 'a', type: 'set', value: 1 }],
        },
      },
    })
    expect(answer.body).toMatchObject({
      status: 400,
      errors: [{ path: 'definition.inputs', message: /dependentSchemas is not supported/ }],
    })
  })
})

test('names and data are not treated as keywords', () => {
  const data = { pattern: '(a+)+$', $ref: '#', uniqueItems: true }
  const schema = {
    type: 'object',
    title: 'T',
    required: ['pattern'],
    properties: {
      pattern: { type: 'string', minLength: 1 },
      $ref: { const: data },
      uniqueItems: { enum: [data, 1] },
      properties: { type: 'object', default: data, examples: [data] },
    },
  }
  const check = inputsValidator(schema)
  expect(check({ pattern: 'a', $ref: data, uniqueItems: data })).toEqual([])
  expect(check({})).toEqual([{ path: 'input.pattern', message: 'is required' }])
})

describe('a bound on size', () => {
  const deep = (depth: number): object =>
    depth === 0 ? { type: 'string' } : { properties: { a: deep(depth - 1) } }

  test.each<[string, object, RegExp]>([
    ['depth', deep(20), /nested deeper than 16 levels/],
    ['alternatives', { anyOf: Array(21).fill(true) }, /more than 20 schemas/],
    [
      'schemas',
      { properties: Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`p${n}`, {}])) },
      /more than 100 schemas/,
    ],
    ['characters', { description: 'x'.repeat(20_001) }, /longer than 20000 characters/],
  ])('%s', (_, schema, message) => {
    expect(() => inputsValidator({ type: 'object', ...schema })).toThrow(message)
  })

  test('an input that needs too many comparisons is refused', () => {
    const items = { allOf: Array.from({ length: 20 }, () => ({ type: 'integer', enum: [1, 2] })) }
    const check = inputsValidator({ type: 'object', properties: { a: { type: 'array', items } } })
    expect(check({ a: Array(60_000).fill(1) })).toEqual([
      { path: 'input', message: 'is too large for the inputs schema' },
    ])
    expect(check({ a: Array(1000).fill(1) })).toEqual([])
  })

  test('defaults do not multiply', () => {
    const items = { type: 'object', properties: { x: { default: 'x'.repeat(10_000) } } }
    const check = inputsValidator({ type: 'object', properties: { a: { type: 'array', items } } })
    expect(check({ a: Array.from({ length: 5000 }, () => ({})) })[0]?.message).toMatch(/defaults/)
  })
})

test('a schema stored before these limits fails when its workflow is started', async () => {
  const made = await service.call('POST', base, {
    key: mia.key,
    body: {
      definition: {
        title: 'T',
        inputs: { type: 'object' },
        steps: [{ id: 'a', type: 'set', value: 1 }],
      },
    },
  })
  await service.deps.db.system`
    update workflow_versions set definition = jsonb_set(definition::jsonb, '{inputs}',
      '{"type": "object", "uniqueItems": true}')::json where workflow_id = ${made.body.id}`
  const started = await service.call('POST', `${base}/${made.body.id}/start`, {
    key: mia.key,
    body: {},
  })
  expect([started.status, started.body.detail]).toEqual([
    400,
    expect.stringMatching(/no longer supported: uniqueItems is not supported/),
  ])
})
