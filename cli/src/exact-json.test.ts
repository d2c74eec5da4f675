import { expect, test } from 'vitest'
import { indented, membersOf, objectOf, onOneLine } from './exact-json.ts'

const texts = [
  '{}',
  '[]',
  '{"a":1.10,"b":[],"c":{},"d":[1,[2,{"e":null}]]}',
  '{"quote \\" and \\\\":"brace } and , and : and \\n","é":"\\u00e9"}',
  '[12345678901234567890,-0.0,1e400,true,"x"]',
  '"only a text"',
]

test.each(texts)('%s is indented as JSON.stringify does, and its digits stay', (text) => {
  const shown = indented(text)
  expect(onOneLine(shown)).toBe(text)
  const isExact = !/1\.10|\d{20}|-0\.0|1e400|\\u/.test(text)
  if (isExact) expect(shown).toBe(JSON.stringify(JSON.parse(text), null, 2))
})

test('the members of an object keep their text, and make the same object', () => {
  const text = '{ "a" : 1.10, "b":{"c":[1, 2],"d":":,}"},"e":"\\"" ,"f":[]}'
  const members = membersOf(text) as Map<string, string>
  expect([...members]).toEqual([
    ['a', '1.10'],
    ['b', '{"c":[1,2],"d":":,}"}'],
    ['e', '"\\""'],
    ['f', '[]'],
  ])
  expect(JSON.parse(objectOf(members))).toEqual(JSON.parse(text))
  expect(membersOf('{}')?.size).toBe(0)
  expect(membersOf('[1]')).toBeUndefined()
})
