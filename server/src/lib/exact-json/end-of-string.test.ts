import { endOfString } from '@atelier/sdk/src/exact-json/end-of-string.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test('a string ends at its own quote, whatever it holds and whatever follows', () => {
  const nasty = fc.string({ unit: fc.constantFrom('\\', '"', 'a', '\n', 'ä') })
  fc.assert(
    fc.property(nasty, nasty, (before, held) => {
      const written = JSON.stringify(held)
      const text = `${before}${written},"next"`
      expect(endOfString(text, before.length)).toBe(before.length + written.length)
    }),
  )
})

test('an unclosed string ends with the text', () => {
  expect(endOfString('"abc', 0)).toBe(4)
  expect(endOfString('"abc\\"', 0)).toBe(6)
})
