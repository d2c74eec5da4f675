import { parseJson, writeJson } from '@atelier/sdk/src/index.ts'
import { expect, test } from 'vitest'
import { addTo, removeAt, renameAt, setAt } from './edit.ts'

test('a document is changed at a path', () => {
  const node = parseJson('{"a":{"b":[1,2,3]},"c":0}')
  expect(writeJson(setAt(node, ['a', 'b', 1], parseJson('9.0')))).toBe(
    '{"a":{"b":[1,9.0,3]},"c":0}',
  )
  expect(writeJson(removeAt(node, ['a', 'b', 0]))).toBe('{"a":{"b":[2,3]},"c":0}')
  expect(writeJson(removeAt(node, ['a']))).toBe('{"c":0}')
  expect(writeJson(addTo(node, ['a'], 'd', parseJson('null')))).toBe(
    '{"a":{"b":[1,2,3],"d":null},"c":0}',
  )
  expect(writeJson(renameAt(node, ['a'], 'z'))).toBe('{"z":{"b":[1,2,3]},"c":0}')
})
