import { expect, test } from 'vitest'
import { parseQuery } from './query.ts'

const page = {
  count: 3,
  'content-type': 'json',
  results: [
    { slug: 'A-1', complete: true, hours: 2, tags: [{ name: 'x' }, { name: 'y' }] },
    { slug: 'A-2', complete: false, hours: 5, tags: [] },
    { slug: 'A-3', complete: false, hours: null, tags: [{ name: 'z' }] },
  ],
}

test.each([
  ['count', 3],
  ['"content-type"', 'json'],
  ['results[0].slug', 'A-1'],
  ['results[-1].slug', 'A-3'],
  ['results[].slug', ['A-1', 'A-2', 'A-3']],
  ['results[*].hours', [2, 5]],
  ['results[].tags[].name', ['x', 'y', 'z']],
  ["results[?slug=='A-2'].hours", [5]],
  ['results[?complete==false].slug', ['A-2', 'A-3']],
  ['results[?hours>2].slug', ['A-2']],
  ['results[?hours>`2` ].slug', ['A-2']],
  ['results[?complete!=true] | [0].slug', 'A-2'],
  [
    'results[].{id: slug, first: tags[0].name}',
    expect.arrayContaining([{ id: 'A-1', first: 'x' }]),
  ],
  ['results[0].[slug, hours]', ['A-1', 2]],
  ['@', page],
  ['nothing.here[0]', null],
  ["results[?slug!='a == true'] | length(@)", 3],
  ['sort_by(results, &slug)[0].hours', 2],
])('%s', (query, expected) => {
  expect(parseQuery(query)(page)).toEqual(expected)
})

test.each([
  '',
  'a..b',
  'a[',
  'a[?b',
  'a b',
  'results[?slug==A]',
  '{a',
  'a['.repeat(50),
  '#',
  'a[?b==`x`]',
])('"%s" is a usage error', (query) => {
  expect(() => parseQuery(query)).toThrow('--query')
})

test('a function that does not fit the value is a usage error', () => {
  expect(() => parseQuery('length(count)')(page)).toThrow('--query')
})
