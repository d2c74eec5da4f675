import { describe, expect, test } from 'vitest'
import { writeNode } from '../src/exact-json/nodes.ts'
import { isSameJson, JsonError, mergeJson, parseJson, pointerTo, writeJson } from '../src/index.ts'

function catchParseError(text: string): string {
  try {
    parseJson(text)
    return 'none'
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    return `${error.line}:${error.column} ${error.message}`
  }
}

describe('JSON', () => {
  test('keeps digits and the order of keys', () => {
    const text =
      '{"2":12345678901234567890,"1":1.10,"e":-0.0e+7,"a":["\\u00e9\\n",true,null,{},[]]}'
    expect(writeJson(parseJson(text))).toBe(text.replace('\\u00e9', 'é'))
    expect(writeJson(parseJson(writeJson(parseJson(text), 2)))).toBe(writeJson(parseJson(text)))
    expect(writeJson(parseJson('{"a":[1,{}]}'), 2)).toBe('{\n  "a": [\n    1,\n    {}\n  ]\n}')
  })

  test('reads strings of any length, and keeps the exact text', () => {
    const long = JSON.stringify('x"'.repeat(5_000_000))
    expect(writeNode(parseJson(long))).toBe(long)
    const text = '{ "a": "\\u00e9", "b": [ 1.10 ] }'
    expect(writeNode(parseJson(text))).toBe(text)
  })

  test('reports the line and column of an error', () => {
    expect(catchParseError('{\n  "a": 1\n  "b": 2\n}')).toBe('3:3 A comma or } is missing here.')
    expect(catchParseError('{"a": 01}')).toBe('1:8 A comma or } is missing here.')
    expect(catchParseError('{"a": }')).toBe('1:7 A value is missing here.')
    expect(catchParseError('{"a": 1,}')).toBe('1:9 A key in quotes is missing here.')
    expect(catchParseError('{"a" 1}')).toBe('1:6 A colon is missing here.')
    for (const text of ['{"a": "x', '{"a": "x\\"', '{"a": "\n"', '{"a": "\\x"', '{"a": "']) {
      expect(catchParseError(text)).toMatch(/^1:7 This string is not closed/)
    }
    expect(catchParseError('{"a": 1, "a": 2}')).toBe('1:10 The key “a” appears twice.')
    expect(catchParseError('[1')).toBe('1:3 A comma or ] is missing here.')
    expect(catchParseError('')).toBe('1:1 The text ends too early.')
    expect(catchParseError('{} x')).toBe('1:4 Unexpected text after the end.')
    expect(catchParseError('['.repeat(600))).toMatch(/nested too deeply/)
  })
})

describe('merge', () => {
  const versions = (base: string, theirs: string, mine: string) => ({
    base: parseJson(base),
    theirs: parseJson(theirs),
    mine: parseJson(mine),
  })

  test('keeps both changes of different keys', () => {
    const { node, conflicts } = mergeJson(
      versions(
        '{"a":1,"b":{"c":1,"d":1},"e":1}',
        '{"a":2,"b":{"c":1,"d":1},"e":1,"f":1}',
        '{"a":1,"b":{"c":3,"d":1}}',
      ),
    )
    expect(conflicts).toEqual([])
    expect(writeJson(node)).toBe('{"a":2,"b":{"c":3,"d":1},"f":1}')
  })

  test('reports conflicts and applies the choices', () => {
    const sides = versions('{"a":1,"b":1}', '{"a":2,"b":2}', '{"a":3,"b":3}')
    const { node, conflicts } = mergeJson(sides)
    expect(conflicts.map(({ path }) => path)).toEqual([['a'], ['b']])
    expect(writeJson(node)).toBe('{"a":2,"b":2}')
    const chosen = mergeJson(sides, new Map([['/b', 'mine']]))
    expect(writeJson(chosen.node)).toBe('{"a":2,"b":3}')
  })

  test('deleting and changing the same key is a conflict', () => {
    const sides = versions('{"a":1}', '{}', '{"a":2}')
    expect(mergeJson(sides).conflicts).toHaveLength(1)
    expect(writeJson(mergeJson(sides).node)).toBe('{}')
    expect(writeJson(mergeJson(sides, new Map([['/a', 'mine']])).node)).toBe('{"a":2}')
  })
})

test.each([
  ['{"a":1}', '{"a":1}', '{"a":2}', '{"a":2}', []],
  ['{"a":1}', '{"a":3}', '{"a":2}', '{"a":2}', ['/a']],
  ['{"a":1.10}', '{"a":1.1}', '{"a":1.10,"b":1}', '{"a":1.1,"b":1}', []],
  ['{"a":{"x":1,"y":1}}', '{"a":{"x":2,"y":1}}', '{"a":{"x":1}}', '{"a":{"x":2}}', []],
  ['{"a":[1]}', '{"a":[1,2]}', '{"a":[0]}', '{"a":[0]}', ['/a']],
  ['{"a":1}', '{"a":2}', '{"a":2.0}', '{"a":2}', []],
  ['{"a":{"b/c~":1}}', '{"a":{"b/c~":2}}', '{"a":{"b/c~":3}}', '{"a":{"b/c~":3}}', ['/a/b~1c~0']],
])('%s, theirs %s, mine %s', (base, theirs, mine, text, pointers) => {
  const sides = { base: parseJson(base), theirs: parseJson(theirs), mine: parseJson(mine) }
  const conflicts = mergeJson(sides).conflicts.map(({ path }) => pointerTo(path))
  expect(conflicts).toEqual(pointers)
  const choices = new Map(conflicts.map((pointer) => [pointer, 'mine'] as const))
  expect(writeJson(mergeJson(sides, choices).node)).toBe(text)
})

test('equality includes digits and the order of keys', () => {
  const same = (a: string, b: string) => isSameJson(parseJson(a), parseJson(b))
  expect(same('{"a":[1,{"b":null}]}', '{ "a": [1, {"b": null}] }')).toBe(true)
  for (const other of [
    '{"a":[1.0]}',
    '{"a":[1,1]}',
    '{"b":[1]}',
    '{"a":{}}',
    '{"a":["1"]}',
    '[]',
  ]) {
    expect(same('{"a":[1]}', other)).toBe(false)
  }
  expect(same('{"a":1,"b":2}', '{"b":2,"a":1}')).toBe(false)
  expect(same('["\\u00e9"]', '["é"]')).toBe(true)
  expect(isSameJson(undefined, parseJson('null'))).toBe(false)
})
