import { expect, test } from 'vitest'
import { readValues } from './read-value.ts'
import type { Shape } from './spec.ts'

const text: Shape = { types: ['string'] }
const date: Shape = { types: ['string', 'null'] }
const count: Shape = { types: ['integer'], min: 1, max: 100 }
const tags: Shape = { types: ['array'], items: { types: ['integer', 'string'] } }
const choice: Shape = { types: ['string', 'null'], enum: ['low', 'high'] }
const choices: Shape = { types: ['array'], items: { types: ['string'], enum: ['a', 'b'] } }

test.each<[string[], Shape, string]>([
  [['5'], text, '"5"'],
  [['null'], text, '"null"'],
  [['null'], date, 'null'],
  [['true'], { types: ['string', 'boolean', 'null'] }, 'true'],
  [['5'], count, '5'],
  [['1.10'], { types: ['number'] }, '1.10'],
  [['7'], { types: ['string', 'integer'] }, '"7"'],
  [['{"a":1.10}'], { types: ['object'] }, '{"a":1.10}'],
  [['design'], tags, '["design"]'],
  [['5', 'web'], tags, '[5,"web"]'],
  [['[5,"x"]'], tags, '[5,"x"]'],
  [['[]'], tags, '[]'],
  [['low'], choice, '"low"'],
  [['a', 'b'], choices, '["a","b"]'],
  [['plain'], {}, '"plain"'],
  [['{"x":1}'], {}, '{"x":1}'],
])('%j', (words, shape, json) => {
  expect(readValues(words, shape, '--x')).toBe(json)
})

test.each<[string[], Shape, string]>([
  [['many'], count, '--x must be a whole number, not "many".'],
  [['1.5'], count, '--x must be a whole number, not "1.5".'],
  [['0'], count, '--x must be from 1 to 100, not 0.'],
  [['middle'], choice, '--x must be one of low, high, not "middle".'],
  [['c'], choices, '--x must be one of a, b, not "c".'],
  [['x'], { types: ['object'] }, '--x must be a JSON object, not "x".'],
  [['a', 'b'], text, '--x was given 2 times, but takes one value.'],
])('%j is refused', (words, shape, message) => {
  expect(() => readValues(words, shape, '--x')).toThrow(message)
})
