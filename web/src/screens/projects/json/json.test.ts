import { describe, expect, test } from 'vitest'
import { addTo, removeAt, renameAt, setAt } from './edit.ts'
import { merge } from './merge.ts'
import { nodeAt, textOf } from './nodes.ts'
import { JsonError, parseJson } from './parse.ts'

function errorIn(text: string): string {
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
    expect(textOf(parseJson(text))).toBe(text.replace('\\u00e9', 'é'))
    expect(textOf(parseJson(textOf(parseJson(text), 2)))).toBe(textOf(parseJson(text)))
    expect(textOf(parseJson('{"a":[1,{}]}'), 2)).toBe('{\n  "a": [\n    1,\n    {}\n  ]\n}')
  })

  test('says in which line something is wrong', () => {
    expect(errorIn('{\n  "a": 1\n  "b": 2\n}')).toBe('3:3 A comma or } is missing here.')
    expect(errorIn('{"a": 01}')).toBe('1:8 A comma or } is missing here.')
    expect(errorIn('{"a": }')).toBe('1:7 A value is missing here.')
    expect(errorIn('{"a": 1,}')).toBe('1:9 A key in quotes is missing here.')
    expect(errorIn('{"a" 1}')).toBe('1:6 A colon is missing here.')
    expect(errorIn('{"a": "x')).toMatch(/^1:7 This text has no end/)
    expect(errorIn('{"a": 1, "a": 2}')).toBe('1:10 The key “a” is here twice.')
    expect(errorIn('[1')).toBe('1:3 A comma or ] is missing here.')
    expect(errorIn('')).toBe('1:1 The text ends too early.')
    expect(errorIn('{} x')).toBe('1:4 Nothing may come after the end.')
    expect(errorIn('['.repeat(600))).toMatch(/nested too deeply/)
  })

  test('is changed at a path', () => {
    const node = parseJson('{"a":{"b":[1,2,3]},"c":0}')
    expect(textOf(setAt(node, ['a', 'b', 1], parseJson('9.0')))).toBe('{"a":{"b":[1,9.0,3]},"c":0}')
    expect(textOf(removeAt(node, ['a', 'b', 0]))).toBe('{"a":{"b":[2,3]},"c":0}')
    expect(textOf(removeAt(node, ['a']))).toBe('{"c":0}')
    expect(textOf(addTo(node, ['a'], 'd', parseJson('null')))).toBe(
      '{"a":{"b":[1,2,3],"d":null},"c":0}',
    )
    expect(textOf(renameAt(node, ['a'], 'z'))).toBe('{"z":{"b":[1,2,3]},"c":0}')
    expect(nodeAt(node, ['a', 'b', 2])).toEqual({ kind: 'number', digits: '3' })
  })
})

describe('merge', () => {
  const versions = (base: string, theirs: string, mine: string) => ({
    base: parseJson(base),
    theirs: parseJson(theirs),
    mine: parseJson(mine),
  })

  test('takes both where they changed different keys', () => {
    const { node, conflicts } = merge(
      versions(
        '{"a":1,"b":{"c":1,"d":1},"e":1}',
        '{"a":2,"b":{"c":1,"d":1},"e":1,"f":1}',
        '{"a":1,"b":{"c":3,"d":1}}',
      ),
    )
    expect(conflicts).toEqual([])
    expect(textOf(node)).toBe('{"a":2,"b":{"c":3,"d":1},"f":1}')
  })

  test('asks where both changed the same, and takes whose is chosen', () => {
    const sides = versions('{"a":1,"b":1}', '{"a":2,"b":2}', '{"a":3,"b":3}')
    const { node, conflicts } = merge(sides)
    expect(conflicts.map(({ path }) => path)).toEqual([['a'], ['b']])
    expect(textOf(node)).toBe('{"a":2,"b":2}')
    const chosen = merge(sides, new Map([['/b', 'mine']]))
    expect(textOf(chosen.node)).toBe('{"a":2,"b":3}')
  })

  test('one who deletes and one who changes are a conflict', () => {
    const sides = versions('{"a":1}', '{}', '{"a":2}')
    expect(merge(sides).conflicts).toHaveLength(1)
    expect(textOf(merge(sides).node)).toBe('{}')
    expect(textOf(merge(sides, new Map([['/a', 'mine']])).node)).toBe('{"a":2}')
  })
})
