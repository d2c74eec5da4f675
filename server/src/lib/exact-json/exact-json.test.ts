import { mergeJson } from '@atelier/sdk/src/exact-json/merge.ts'
import { type JsonNode, writeNode } from '@atelier/sdk/src/exact-json/nodes.ts'
import { DuplicateKey, parseJson } from '@atelier/sdk/src/exact-json/parse.ts'
import { parsePointer, pointerTo } from '@atelier/sdk/src/exact-json/pointer.ts'
import { isIdentical, isSameValue } from '@atelier/sdk/src/exact-json/same.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sample, seed } from '../../../test/soak.ts'
import { compare } from './compare.ts'
import { JsonText, writeJson } from './json-text.ts'
import { applyMergePatch } from './merge-patch.ts'
import { nastyObject, nastyValue } from './test-nasty-json.ts'
import { cloneNode, measureDepth, measureSize } from './walk.ts'

/** Simulates a fully changed document: no text is copied from the source. */
function withoutSource(node: JsonNode): JsonNode {
  if (node.kind === 'array') return { kind: 'array', items: node.items.map(withoutSource) }
  if (node.kind !== 'object') return node
  const members = Array.from(node.members, ([name, one]) => [name, withoutSource(one)] as const)
  return { kind: 'object', members: new Map(members) }
}

describe('reading and writing', () => {
  test('round trip preserves every character', () => {
    fc.assert(
      fc.property(nastyValue, (text) => {
        expect(writeNode(parseJson(text))).toBe(text)
        expect(writeNode(cloneNode(parseJson(text)))).toBe(text)
      }),
      { numRuns: sample(200, 5000), seed },
    )
  })

  test('rewriting changes only whitespace: same order, same digits', () => {
    fc.assert(
      fc.property(nastyValue, (text) => {
        const node = parseJson(text)
        const anew = writeNode(withoutSource(node))
        expect(isIdentical(parseJson(anew), node)).toBe(true)
        expect(JSON.parse(anew)).toEqual(JSON.parse(text))
        expect(measureSize(node)).toBeGreaterThanOrEqual(anew.length)
      }),
      { numRuns: sample(200, 5000), seed },
    )
    const text = '{ "2": 1.10, "1": [1e400, -0],\n "é": 12345678901234567890 }'
    expect(writeNode(withoutSource(parseJson(text)))).toBe(
      '{"2":1.10,"1":[1e400,-0],"é":12345678901234567890}',
    )
  })

  test('numbers, space and strings where a parser could stumble', () => {
    for (const text of [
      ' 1 ',
      '\n{}\t',
      '[ ]',
      '{"a":{}}',
      '["\\\\","\\""]',
      ' "x" ',
      '[-1.5e+3 ]',
    ]) {
      expect(writeNode(parseJson(text))).toBe(text.trim())
    }
  })

  test('a key that appears twice is refused, however it is written', () => {
    for (const text of ['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '[{"b":{"":1,"":1}}]']) {
      expect(() => parseJson(text)).toThrow(DuplicateKey)
    }
    expect(() => parseJson('[{"a":1},{"a":2},"a","a"]')).not.toThrow()
  })

  test('depth counts objects and arrays', () => {
    expect(
      ['1', '[]', '{"a":1}', '[{"a":[]},[]]'].map((text) => measureDepth(parseJson(text))),
    ).toEqual([0, 1, 1, 3])
  })

  test('JSON text is inserted into a response unchanged', () => {
    const at = new Date(0)
    expect(writeJson({ a: new JsonText('1.10'), b: [undefined, at], c: undefined, d: 'é"' })).toBe(
      '{"a":1.10,"b":[null,"1970-01-01T00:00:00.000Z"],"d":"é\\""}',
    )
  })
})

describe('the same', () => {
  test.each([
    ['1', '1.0', true],
    ['100', '1e2', true],
    ['0', '-0', true],
    ['0e5', '0.00', true],
    ['1.5', '15e-1', true],
    ['0.001', '1e-3', true],
    ['1e400', '10e399', true],
    ['12345678901234567890', '12345678901234567891', false],
    ['1', '-1', false],
    ['1', '"1"', false],
    ['1e400', '1e401', false],
    ['"\\u00e9"', '"é"', true],
    ['{"a":1,"b":2}', '{"b":2.0,"a":1}', true],
    ['{"a":1}', '{"a":1,"b":2}', false],
    ['{"a":1}', '{"b":1}', false],
    ['[1,2]', '[2,1]', false],
    ['[1]', '[1,1]', false],
    ['null', 'false', false],
    ['{}', '[]', false],
  ])('%s and %s: %s', (a, b, same) => {
    expect(isSameValue(parseJson(a), parseJson(b))).toBe(same)
    expect(isSameValue(parseJson(b), parseJson(a))).toBe(same)
    expect(isIdentical(parseJson(a), parseJson(b))).toBe(false)
    expect(isIdentical(parseJson(a), parseJson(` ${a} `))).toBe(true)
  })

  test('long numbers take no time', () => {
    const zeros = '0'.repeat(500_000)
    expect(isSameValue(parseJson(`1${zeros}1.0`), parseJson(`1${zeros}1`))).toBe(true)
    expect(isSameValue(parseJson(`1e${zeros}1`), parseJson(`1e${zeros}2`))).toBe(false)
  })
})

describe('merging', () => {
  function merge(base: string, current: string, yours: string) {
    const [theirs, mine] = [parseJson(current), parseJson(yours)]
    const { node, conflicts } = mergeJson({ base: parseJson(base), theirs, mine })
    return { text: writeNode(node), paths: conflicts.map(({ path }) => pointerTo(path)) }
  }

  test.each([
    // base, current, yours, merged
    ['{"a":1,"b":1}', '{"a":2,"b":1}', '{"a":1,"b":2}', '{"a":2,"b":2}'],
    ['{"a":1}', '{"a":1,"b":1}', '{"a":1,"c":1}', '{"a":1,"b":1,"c":1}'],
    ['{"a":1,"b":1}', '{"b":1}', '{"a":1,"b":2}', '{"b":2}'],
    ['{"a":1,"b":1}', '{"a":1,"b":2}', '{"b":1}', '{"b":2}'],
    ['{"a":{"x":1,"y":1}}', '{"a":{"x":2,"y":1}}', '{"a":{"x":1,"y":2}}', '{"a":{"x":2,"y":2}}'],
    ['{}', '{"a":{"x":1}}', '{"a":{"y":1}}', '{"a":{"x":1,"y":1}}'],
    ['{"a":[1]}', '{"a":[1]}', '{"a":[1,2]}', '{"a":[1,2]}'],
    // Both made the same change.
    ['{"a":1}', '{"a":2}', '{"a":2.0}', '{"a":2}'],
    ['{"a":1}', '{}', '{}', '{}'],
    // An unchanged field takes your spelling; a difference in spelling alone is no conflict.
    ['{"a":1.10,"b":1}', '{"b":2,"a":1.10}', '{"a":1.1,"b":1.0}', '{"b":2,"a":1.1}'],
    ['{"a":1.10}', '{"a":1.20}', '{"a":1.1,"c":1e400}', '{"a":1.20,"c":1e400}'],
    ['{"a":{"x":1,"y":1}}', '{"a":{"x":1,"y":1}}', '{"a":{"y":1,"x":1}}', '{"a":{"y":1,"x":1}}'],
  ])('%s → %s and %s: %s', (base, current, yours, merged) => {
    expect(merge(base, current, yours)).toEqual({ text: merged, paths: [] })
  })

  test.each([
    ['{"a":1}', '{"a":2}', '{"a":3}', ['/a']],
    ['{"a":1}', '{}', '{"a":3}', ['/a']],
    ['{"a":1}', '{"a":2}', '{}', ['/a']],
    ['{}', '{"a":1}', '{"a":2}', ['/a']],
    ['{"a":[1]}', '{"a":[1,2]}', '{"a":[1,3]}', ['/a']],
    ['{"a":1}', '{"a":{"x":1}}', '{"a":{"x":2}}', ['/a']],
    ['{"a":{"x":1}}', '{"a":7}', '{"a":{"x":2}}', ['/a']],
    ['{"a":{"/":1,"y":1}}', '{"a":{"/":2,"y":1}}', '{"a":{"/":3,"y":2}}', ['/a/~1']],
  ])('%s → %s and %s: conflict', (base, current, yours, paths) => {
    expect(merge(base, current, yours).paths).toEqual(paths)
  })

  test('one side unchanged: the other side, whatever it is', () => {
    fc.assert(
      fc.property(nastyObject, nastyObject, (a, b) => {
        const base = parseJson(a)
        const other = parseJson(b)
        expect(mergeJson({ base, theirs: base, mine: other }).conflicts).toEqual([])
        expect(writeNode(mergeJson({ base, theirs: base, mine: other }).node)).toBe(b)
        expect(writeNode(mergeJson({ base, theirs: other, mine: base }).node)).toBe(b)
      }),
      { numRuns: sample(150, 5000), seed },
    )
  })
})

describe('merge patch (RFC 7396)', () => {
  test.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
    ['{"a":1}', '{"a":{"b":1e400}}', '{"a":{"b":1e400}}'],
    ['{ "a" : 1.10 }', '{}', '{ "a" : 1.10 }'],
    ['{"2":{ "x": -0 },"1":1}', '{"1":null,"3":3}', '{"2":{ "x": -0 },"3":3}'],
    ['{"a":1}', '["c"]', '["c"]'],
  ])('%s with %s: %s', (target, patch, result) => {
    expect(writeNode(applyMergePatch(parseJson(target), parseJson(patch)))).toBe(result)
  })
})

describe('differences', () => {
  test('are found by key; order and whitespace do not count', () => {
    const found: string[] = []
    const before = parseJson('{"a":{"x":1,"y":[1]},"b":1.10,"gone":1,"same":[ 1 ]}')
    const after = parseJson('{"same":[1],"b":1.1,"a":{"y":[1,2],"x":1},"new":{"k":1}}')
    compare(before, after, ({ path, before, after }) => {
      found.push(
        `${pointerTo(path)}: ${before && writeNode(before)} → ${after && writeNode(after)}`,
      )
      return true
    })
    expect(found).toEqual([
      '/b: 1.10 → 1.1',
      '/a/y: [1] → [1,2]',
      '/new: undefined → {"k":1}',
      '/gone: 1 → undefined',
    ])
  })

  test('stop when there are enough', () => {
    let count = 0
    compare(parseJson('{}'), parseJson('{"a":1,"b":{"c":1},"d":1}'), () => ++count < 2)
    expect(count).toBe(2)
  })
})

test('pointers can address any key, and invalid pointers are rejected', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom('', '~', '/', '~1', '0'), fc.string())),
      (path) => {
        expect(parsePointer(pointerTo(path))).toEqual(path)
      },
    ),
    { numRuns: sample(100, 5000), seed },
  )
  expect(['a', '/~', '/~2', '/a~', ' /a'].map(parsePointer)).toEqual(Array(5).fill(undefined))
})
