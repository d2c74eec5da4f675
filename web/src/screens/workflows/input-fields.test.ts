import { expect, test } from 'vitest'
import { type InputField, inputFields, readField } from './input-fields.ts'

const fields = inputFields({
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', description: 'Of it.' },
    text: { type: 'string', maxLength: 5000 },
    day: { type: 'string', format: 'date' },
    count: { type: ['integer', 'null'], default: null },
    share: { type: 'number', default: 0.5 },
    loud: { type: 'boolean', default: true },
    size: { type: 'integer', enum: [1, 2], default: 2 },
    ids: { type: 'array', items: { type: 'integer' }, default: [4, 5] },
    posts: { type: 'array', items: { type: 'object' } },
  },
})
const field = (name: string) => fields.find((one) => one.name === name) as InputField

test('each type has its kind of field, with its default', () => {
  expect(fields.map(({ name, kind, initial }) => [name, kind, initial])).toEqual([
    ['name', 'line', ''],
    ['text', 'text', ''],
    ['day', 'date', ''],
    ['count', 'number', ''],
    ['share', 'number', '0.5'],
    ['loud', 'yes-no', 'true'],
    ['size', 'one-of', '2'],
    ['ids', 'lines', '4\n5'],
    ['posts', 'json', ''],
  ])
})

test.each<[string, string, unknown]>([
  ['name', 'Mug', { value: 'Mug' }],
  ['name', ' ', { error: 'is required' }],
  ['text', '', undefined],
  ['count', '3', { value: 3 }],
  ['count', '3.5', { error: 'must be a whole number' }],
  ['share', '3,5', { value: 3.5 }],
  ['share', 'much', { error: 'must be a number' }],
  ['loud', 'false', { value: false }],
  ['size', '1', { value: 1 }],
  ['ids', '1\n\n2', { value: [1, 2] }],
  ['ids', '1\nx', { error: 'must be a number' }],
  ['posts', '[{"a": 1}]', { value: [{ a: 1 }] }],
])('%s: %j', (name, text, read) => {
  expect(readField(field(name), text)).toEqual(read)
})

test('invalid JSON is reported', () => {
  expect(readField(field('posts'), '[')).toMatchObject({
    error: expect.stringMatching(/not valid JSON/),
  })
})
