import { expect, test } from 'vitest'
import { suggestCompletions } from './completions.ts'
import type { Vocabulary } from './step-schemas.ts'

const words: Vocabulary = {
  schema: {
    document: {
      type: 'object',
      required: ['title'],
      properties: { title: { type: 'string' }, steps: { type: 'array' } },
    },
    steps: {
      call: {
        required: ['type', 'id', 'operation'],
        properties: { id: { type: 'string' }, type: {}, operation: { type: 'string' }, body: {} },
      },
      ask: { properties: { id: {}, type: {}, kind: { enum: ['approval', 'text'] } } },
      branch: { properties: { id: {}, type: {}, cases: { type: 'array' } } },
    },
  },
  operations: [
    {
      operation: 'createTag',
      summary: 'Create a tag',
      permission: 'boards:write',
      params: null,
      query: null,
      body: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, color: { type: 'string' } },
      },
      reply: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } },
    },
  ],
  events: [],
}

/** The labels at `|`. */
function at(marked: string): string[] {
  const offset = marked.indexOf('|')
  const found = suggestCompletions(marked.replace('|', ''), offset, words)
  return (found?.options ?? []).map(({ label }) => label)
}

test.each([
  ['{ | }', ['title', 'steps']],
  ['{ "title": "x", "|" }', ['steps']],
  ['{ "steps": [ | ] }', ['call', 'ask', 'branch']],
  ['{ "steps": [{ "id": "a", "type": "|" }] }', ['call', 'ask', 'branch']],
  ['{ "steps": [{ "id": "a", "type": "call", "operation": "|" }] }', ['createTag']],
  [
    '{ "steps": [{ "type": "call", "operation": "createTag", "body": { "na|" } }] }',
    ['name', 'color'],
  ],
  ['{ "steps": [{ "id": "a", "type": "ask", "kind": | }] }', ['approval', 'text']],
  [
    '{ "steps": [{ "type": "branch", "cases": [{ "steps": [{ "type": "ask", "kind": "|" }] }] }] }',
    ['approval', 'text'],
  ],
  [
    '{ "inputs": { "properties": { "size": { "type": "|" } } } }',
    ['string', 'integer', 'number', 'boolean', 'array', 'object'],
  ],
])('%s', (marked, expected) => {
  expect(at(marked)).toEqual(expected)
})

test('an expression is completed from the inputs, the steps and the reply of an operation', () => {
  const about = '"inputs": { "properties": { "name": {} } }'
  const step = '{ "id": "tag", "type": "call", "operation": "createTag" }'
  const ask = '{ "id": "ok", "type": "ask" }'
  const inside = (text: string) =>
    at(`{ ${about}, "steps": [${step}, ${ask}], "output": "${text}" }`)
  const expression = (text: string) => inside(`\${${text}}`)
  expect(expression('|')).toEqual(['inputs', 'steps', 'run'])
  expect(inside(`Hi \${inputs.|}`)).toEqual(['name'])
  expect(expression('steps.ta|')).toEqual(['tag', 'ok'])
  expect(expression('steps.tag.output.|')).toEqual(['id', 'name'])
  expect(expression('steps.ok.output.v|')).toContain('value')
  expect(inside('outside|')).toEqual([])
})

test('a key is inserted with an empty value of its type', () => {
  const found = suggestCompletions('{  }', 2, words)?.options.map(({ insert }) => insert)
  expect(found).toEqual(['"title": "#"', '"steps": [#]'])
})
