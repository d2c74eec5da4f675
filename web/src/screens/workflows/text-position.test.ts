import { expect, test } from 'vitest'
import { findPlace, jsonMistake } from './text-position.ts'

const text = `{
  "title": "A, \\"quoted\\" {one}",
  "steps": [
    { "id": "a", "type": "wait" },
    {
      "id": "b",
      "body": { "list": [1, [2, 3]], "name": null }
    }
  ]
}`

test.each([
  ['definition', 1],
  ['definition.title', 2],
  ['definition.steps', 3],
  ['definition.steps.0.type', 4],
  ['definition.steps.1', 5],
  ['definition.steps.1.id', 6],
  ['definition.steps.1.body.list.1.0', 7],
  ['definition.steps.1.body.name', 7],
])('%s is in line %i', (path, line) => {
  expect(findPlace(text, path).line).toBe(line)
})

test('a missing path leads to its nearest ancestor', () => {
  expect(findPlace(text, 'definition.steps.1.body.other').line).toBe(7)
  expect(findPlace(text, 'definition.steps.1.kind').line).toBe(5)
})

test('invalid JSON is reported with its position', () => {
  expect(jsonMistake(text)).toBeUndefined()
  expect(jsonMistake('{\n  "a": 1,,\n}')?.place.line).toBe(2)
  expect(jsonMistake('[]')?.message).toMatch(/is an object/)
})
