import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sample, seed } from '../../test/soak.ts'
import { parseRange, rangeApplies } from './http-range.ts'

const part = (start: number, end: number, total = 1000) => ({
  kind: 'part',
  start,
  end,
  contentRange: `bytes ${start}-${end}/${total}`,
})
const whole = { kind: 'whole' }
const unsatisfiable = { kind: 'unsatisfiable', contentRange: 'bytes */1000' }

describe('parseRange of 1000 bytes', () => {
  test.each([
    ['bytes=0-0', part(0, 0)],
    ['bytes=0-499', part(0, 499)],
    ['bytes=500-', part(500, 999)],
    ['bytes=999-999', part(999, 999)],
    ['bytes=900-5000', part(900, 999)],
    ['bytes=-1', part(999, 999)],
    ['bytes=-500', part(500, 999)],
    ['bytes=-5000', part(0, 999)],
    ['Bytes=0-1', part(0, 1)],
    [' bytes=0-1 ', part(0, 1)],
    ['bytes=0-99999999999999999999999', part(0, 999)],
    [`bytes=0-${'9'.repeat(400)}`, part(0, 999)],
    ['bytes=1000-', unsatisfiable],
    ['bytes=1000-1001', unsatisfiable],
    ['bytes=-0', unsatisfiable],
    [`bytes=${'9'.repeat(400)}-`, unsatisfiable],
    [undefined, whole],
    ['', whole],
    ['bytes', whole],
    ['bytes=', whole],
    ['bytes=-', whole],
    ['bytes=5-2', whole],
    ['bytes=0-1,5-6', whole],
    ['bytes=1.5-3', whole],
    ['bytes=+1-3', whole],
    ['bytes=0x1-3', whole],
    ['bytes=--5', whole],
    ['bytes=1 - 3', whole],
    ['items=0-1', whole],
  ])('%j', (header, expected) => expect(parseRange(header, 1000)).toEqual(expected))

  test('an empty file is always given whole', () => {
    for (const header of ['bytes=0-', 'bytes=-5', 'bytes=0-0']) {
      expect(parseRange(header, 0)).toEqual(whole)
    }
  })

  test('every range lies within the file and matches the request', () => {
    const sizes = fc.integer({ min: 1, max: 50 })
    fc.assert(
      fc.property(sizes, fc.option(fc.nat(60)), fc.option(fc.nat(60)), (size, first, last) => {
        const bytes = Array.from({ length: size }, (_, i) => i)
        const range = parseRange(`bytes=${first ?? ''}-${last ?? ''}`, size)
        const expected = asked(bytes, first, last)
        if (range.kind === 'part') {
          expect(bytes.slice(range.start, range.end + 1)).toEqual(expected)
        }
        expect(range.kind === 'unsatisfiable').toBe(expected?.length === 0)
      }),
      { numRuns: sample(100, 5000), seed },
    )
  })

  test('no header makes it throw or leave the file', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((s) => `bytes=${s}`),
        ),
        fc.nat(),
        (text, n) => {
          const range = parseRange(text, n)
          if (range.kind !== 'part') return
          expect(range.start).toBeGreaterThanOrEqual(0)
          expect(range.end).toBeLessThan(n)
          expect(range.start).toBeLessThanOrEqual(range.end)
        },
      ),
      { numRuns: sample(100, 5000), seed },
    )
  })
})

/** The same rule written with arrays; undefined if the header must be ignored. */
function asked(bytes: number[], first: number | null, last: number | null) {
  if (first === null) return last === null ? undefined : last === 0 ? [] : bytes.slice(-last)
  if (last !== null && last < first) return undefined
  return bytes.slice(first, last === null ? undefined : last + 1)
}

describe('rangeApplies', () => {
  test.each([
    [undefined, true],
    ['"abc"', true],
    [' "abc" ', true],
    ['"abd"', false],
    ['W/"abc"', false],
    ['abc', false],
    ['', false],
    ['Fri, 02 Jan 2026 03:04:05 GMT', false],
  ])('%j', (ifRange, expected) => expect(rangeApplies(ifRange, '"abc"')).toBe(expected))
})
