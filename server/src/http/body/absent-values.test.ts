import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { commaList, dropNulls, normalizeQuery } from './absent-values.ts'

describe('a query', () => {
  const schema = Type.Object({
    page: Type.Integer({ default: 1 }),
    per_page: Type.Integer({ minimum: 1, maximum: 100 }),
    expand: Type.Optional(Type.String({ format: commaList })),
    ids: Type.Optional(Type.Array(Type.String())),
    most: Type.Optional(Type.Integer({ maximum: 10 })),
  })
  test.each([
    ['empty is absent', { page: '', expand: ['', ''] }, {}],
    ['one of several empty ones', { expand: ['', 'a'] }, { expand: 'a' }],
    ['repeated in a list with commas', { expand: ['a', 'b,c'] }, { expand: 'a,b,c' }],
    ['repeated otherwise', { ids: ['a', 'b'] }, { ids: ['a', 'b'] }],
    ['a page size beyond the limit', { per_page: '101' }, { per_page: 100 }],
    ['as a number', { per_page: 1e9 }, { per_page: 100 }],
    ['within it', { per_page: '99' }, { per_page: '99' }],
    ['not a number', { per_page: '1e9x' }, { per_page: '1e9x' }],
    ['other numbers are not clamped', { most: '11' }, { most: '11' }],
  ])('%s', (_what, query, expected) => {
    const given: Record<string, unknown> = { ...query }
    normalizeQuery(schema as never, given)
    expect(given).toEqual(expected)
  })
})

test('null in a body is absent, unless it is required or clears a value', () => {
  const schema = Type.Object({
    needed: Type.String(),
    title: Type.Optional(Type.String()),
    cleared: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    choice: Type.Optional(Type.Enum(['a', 'b'])),
    any: Type.Optional(Type.Unsafe<unknown>({})),
    free: Type.Optional(Type.Object({}, { additionalProperties: true })),
    inner: Type.Optional(Type.Object({ x: Type.Optional(Type.Integer()) })),
    list: Type.Optional(Type.Array(Type.Object({ y: Type.Optional(Type.Integer()) }))),
  })
  const body = {
    ...{ needed: null, title: null, cleared: null, choice: null, any: null, unknown: null },
    ...{ free: { kept: null }, inner: { x: null }, list: [{ y: null }, { y: 1 }] },
  }
  dropNulls(schema as never, body)
  expect(body).toEqual({
    ...{ needed: null, cleared: null, any: null, unknown: null },
    ...{ free: { kept: null }, inner: {}, list: [{}, { y: 1 }] },
  })
})
