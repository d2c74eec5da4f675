import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sample, seed } from '../../test/soak.ts'
import { keyBetween, orderKeyPattern } from './order-key.ts'

const key = fc.stringMatching(new RegExp(orderKeyPattern.replace('499', '20')))

describe('keyBetween', () => {
  test('sorts between any two keys, and before or after any one', () => {
    fc.assert(
      fc.property(key, key, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        const made = [keyBetween(null, low), low, keyBetween(high, null)]
        if (low !== high) made.splice(2, 0, keyBetween(low, high), high)
        expect(made.toSorted()).toEqual(made)
        expect(new Set(made).size).toBe(made.length)
        for (const one of made) expect(one).toMatch(new RegExp(orderKeyPattern))
      }),
      { numRuns: sample(200, 5000), seed },
    )
  })

  test('stays short at the ends, and grows slowly in one place', () => {
    let last = keyBetween(null, null)
    let first = last
    for (let at = 0; at < 5000; at++) {
      last = keyBetween(last, null)
      first = keyBetween(null, first)
    }
    expect(Math.max(first.length, last.length)).toBeLessThanOrEqual(8)
    let nearest = last
    for (let at = 0; at < 1000; at++) nearest = keyBetween(first, nearest)
    expect(nearest.length).toBeLessThan(210)
  })

  test('throws for an impossible order', () => {
    expect(() => keyBetween('b', 'a')).toThrow()
    expect(() => keyBetween('a', 'a')).toThrow()
  })
})
