import { parseJson, writeJson } from '@atelier/sdk/src/index.ts'
import { expect, test } from 'vitest'
import { addValue, removeValue, renameKey, setValue } from './edit.ts'

test('a document is changed at a path', () => {
  const node = parseJson('{"a":{"b":[1,2,3]},"c":0}')
  expect(writeJson(setValue(node, ['a', 'b', 1], parseJson('9.0')))).toBe(
    '{"a":{"b":[1,9.0,3]},"c":0}',
  )
  expect(writeJson(removeValue(node, ['a', 'b', 0]))).toBe('{"a":{"b":[2,3]},"c":0}')
  expect(writeJson(removeValue(node, ['a']))).toBe('{"c":0}')
  expect(writeJson(addValue(node, ['a'], 'd', parseJson('null')))).toBe(
    '{"a":{"b":[1,2,3],"d":null},"c":0}',
  )
  expect(writeJson(renameKey(node, ['a'], 'z'))).toBe('{"z":{"b":[1,2,3]},"c":0}')
})
