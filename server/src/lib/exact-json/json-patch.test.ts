import { type ArrayNode, writeNode } from '@atelier/sdk/src/exact-json/nodes.ts'
import { parseJson } from '@atelier/sdk/src/exact-json/parse.ts'
import { describe, expect, test } from 'vitest'
import { applyJsonPatch, PatchFailed } from './json-patch.ts'

const limits = { deepest: 10, maxMoved: 10_000 }

function patch(document: string, operations: string): string {
  return writeNode(applyJsonPatch(parseJson(document), parseJson(operations) as ArrayNode, limits))
}

function failure(document: string, operations: string): PatchFailed {
  try {
    patch(document, operations)
  } catch (error) {
    if (error instanceof PatchFailed) return error
    throw error
  }
  throw new Error(`${operations} was applied`)
}

describe('JSON Patch (RFC 6902)', () => {
  test.each([
    // add
    ['{"a":1}', '[{"op":"add","path":"/b","value":[1e400]}]', '{"a":1,"b":[1e400]}'],
    ['{"a":1,"b":2}', '[{"op":"add","path":"/a","value":9}]', '{"a":9,"b":2}'],
    ['{"a":[1,3]}', '[{"op":"add","path":"/a/1","value":2}]', '{"a":[1,2,3]}'],
    ['{"a":[1]}', '[{"op":"add","path":"/a/-","value":2}]', '{"a":[1,2]}'],
    ['{"a":[1]}', '[{"op":"add","path":"/a/1","value":[2]}]', '{"a":[1,[2]]}'],
    ['{}', '[{"op":"add","path":"/","value":1}]', '{"":1}'],
    ['{"a":{}}', '[{"op":"add","path":"/a/","value":1}]', '{"a":{"":1}}'],
    ['{}', '[{"op":"add","path":"/0","value":null}]', '{"0":null}'],
    ['{"a":1}', '[{"op":"add","path":"","value":{"b":-0}}]', '{"b":-0}'],
    ['{}', '[{"op":"add","path":"/a~1b~0","value":1}]', '{"a/b~":1}'],
    // remove
    ['{"a":1,"b":2}', '[{"op":"remove","path":"/a"}]', '{"b":2}'],
    ['{"a":[1,2,3]}', '[{"op":"remove","path":"/a/0"}]', '{"a":[2,3]}'],
    ['{"a":{"b":null}}', '[{"op":"remove","path":"/a/b"}]', '{"a":{}}'],
    // replace keeps the position of a key
    ['{"a":1,"b":2}', '[{"op":"replace","path":"/a","value":[]}]', '{"a":[],"b":2}'],
    ['{"a":[1,2]}', '[{"op":"replace","path":"/a/0","value":{"x":1}}]', '{"a":[{"x":1},2]}'],
    ['{"a":1}', '[{"op":"replace","path":"","value":{}}]', '{}'],
    // move
    ['{"a":{"x":1},"b":{}}', '[{"op":"move","from":"/a/x","path":"/b/y"}]', '{"a":{},"b":{"y":1}}'],
    ['{"a":[1,2,3]}', '[{"op":"move","from":"/a/0","path":"/a/2"}]', '{"a":[2,3,1]}'],
    ['{"a":1}', '[{"op":"move","from":"/a","path":"/a"}]', '{"a":1}'],
    ['{"a":{"b":1}}', '[{"op":"move","from":"/a","path":""}]', '{"b":1}'],
    // copy is deep
    [
      '{"a":{"x":[1]}}',
      '[{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/b/x/-","value":2}]',
      '{"a":{"x":[1]},"b":{"x":[1,2]}}',
    ],
    ['{"a":1}', '[{"op":"copy","from":"","path":"/b"}]', '{"a":1,"b":{"a":1}}'],
    // test
    ['{"a":1}', '[{"op":"test","path":"/a","value":1.0}]', '{"a":1}'],
    [
      '{"a":{"x":1,"y":2}}',
      '[{"op":"test","path":"/a","value":{"y":2,"x":1}}]',
      '{"a":{"x":1,"y":2}}',
    ],
    ['{"a":null}', '[{"op":"test","path":"/a","value":null}]', '{"a":null}'],
    // Untouched parts keep their exact text, and members unknown to the standard are ignored.
    ['{ "k": { "2": 1.10, "1": 0 }, "a": 1 }', '[]', '{ "k": { "2": 1.10, "1": 0 }, "a": 1 }'],
    [
      '{ "k": { "2": 1.10, "1": 0 }, "a": 1 }',
      '[{"op":"remove","path":"/a","note":"x"}]',
      '{"k":{ "2": 1.10, "1": 0 }}',
    ],
    ['{"é":1}', '[{"op":"replace","path":"/\\u00e9","value":"\\u00e9"}]', '{"é":"\\u00e9"}'],
  ])('%s with %s', (document, operations, result) => {
    expect(patch(document, operations)).toBe(result)
  })

  test.each([
    ['{"a":1}', '[{"op":"test","path":"/a","value":2}]'],
    ['{"a":1}', '[{"op":"test","path":"/a","value":"1"}]'],
    ['{"a":1}', '[{"op":"test","path":"/b","value":null}]'],
    ['{"a":[1,2]}', '[{"op":"test","path":"/a","value":[2,1]}]'],
    ['{"a":9007199254740993}', '[{"op":"test","path":"/a","value":9007199254740992}]'],
  ])('a failing test: %s with %s', (document, operations) => {
    expect(failure(document, operations)).toMatchObject({ index: 0, isTest: true })
  })

  test.each([
    ['{"a":1}', '{"op":"remove","path":"/b"}'],
    ['{"a":1}', '{"op":"replace","path":"/b","value":1}'],
    ['{"a":1}', '{"op":"add","path":"/b/c","value":1}'],
    ['{"a":1}', '{"op":"add","path":"/a/c","value":1}'],
    ['{"a":[1]}', '{"op":"add","path":"/a/2","value":1}'],
    ['{"a":[1]}', '{"op":"add","path":"/a/01","value":1}'],
    ['{"a":[1]}', '{"op":"add","path":"/a/x","value":1}'],
    ['{"a":[1]}', '{"op":"add","path":"/a/-1","value":1}'],
    ['{"a":[1]}', '{"op":"add","path":"/a/1e0","value":1}'],
    ['{"a":[1]}', '{"op":"remove","path":"/a/-"}'],
    ['{"a":[1]}', '{"op":"replace","path":"/a/1","value":1}'],
    ['{"a":1}', '{"op":"remove","path":""}'],
    ['{"a":1}', '{"op":"add","path":"a","value":1}'],
    ['{"a":1}', '{"op":"add","path":"/~2","value":1}'],
    ['{"a":1}', '{"op":"add","path":"/b"}'],
    ['{"a":1}', '{"op":"add","value":1}'],
    ['{"a":1}', '{"op":"move","path":"/b"}'],
    ['{"a":{"b":1}}', '{"op":"move","from":"/a","path":"/a/b/c"}'],
    ['{"a":1}', '{"op":"copy","from":"/x","path":"/b"}'],
    ['{"a":1}', '{"op":"spam","path":"/a"}'],
    ['{"a":1}', '{"path":"/a"}'],
    ['{"a":1}', '{"op":"add","path":"/__proto__","value":1}'],
  ])('rejected: %s with %s', (document, operation) => {
    const fine = '{"op":"test","path":"/a","value":'
    const first = `${fine}${document.slice(5, -1)}}`
    expect(failure(document, `[${first},${operation}]`)).toMatchObject({ index: 1, isTest: false })
  })

  test('a patch that grows or nests without limit is stopped', () => {
    const double = '{"op":"copy","from":"/a","path":"/a/-"}'
    expect(failure('{"a":[]}', `[${Array(100).fill(double).join()}]`).message).toMatch(/nested/)
    const long = '{"op":"copy","from":"/a","path":"/b/-"},{"op":"copy","from":"/b","path":"/a"}'
    const wide = `{"a":"${'x'.repeat(2000)}","b":[]}`
    expect(failure(wide, `[${Array(100).fill(long).join()}]`).message).toMatch(/too much|nested/)
    const names = `[${Array.from({ length: 9 }, (_, at) => `{"op":"copy","from":"/k","path":"/${at}"}`)}]`
    expect(failure(`{"k":{"${'x'.repeat(2000)}":1}}`, names).message).toMatch(/too much/)
  })
})
