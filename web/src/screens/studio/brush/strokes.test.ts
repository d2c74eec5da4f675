import { expect, test } from 'vitest'
import {
  buildRefinement,
  isNews,
  listStrokes,
  type PaintedStroke,
  type Point,
  thinOut,
  wordsForRefinement,
} from './strokes.ts'

const keep: PaintedStroke = { intent: 'keep', points: [[1, 2]], width: 8 }
const remove: PaintedStroke = { intent: 'remove', points: [[3, 4]], width: 12.3 }

test('strokes become a request, and the same strokes again', () => {
  const refine = buildRefinement([remove, keep])
  expect(refine).toEqual({
    keep: [{ points: [[1, 2]], width: 8 }],
    remove: [{ points: [[3, 4]], width: 12.3 }],
  })
  expect(listStrokes(refine, { width: 100, height: 50 })).toEqual([keep, remove])
  expect(buildRefinement([])).toBeUndefined()
})

test('a stroke without a width has the default of the API', () => {
  const [stroke] = listStrokes({ keep: [{ points: [[0, 0]] }] }, { width: 100, height: 400 })
  expect(stroke?.width).toBe(8)
})

test('a long stroke is thinned out to what the API accepts, with both ends', () => {
  const points = Array.from({ length: 1800 }, (_, x): Point => [x + 0.04, 7])
  const kept = thinOut(points)
  expect(kept.length).toBeLessThanOrEqual(500)
  expect(kept.length).toBeGreaterThan(200)
  expect([kept[0], kept.at(-1)]).toEqual([
    [0, 7],
    [1799, 7],
  ])
})

test('points that the brush covers anyway are left out', () => {
  expect(isNews(undefined, [0, 0], 16)).toBe(true)
  expect(isNews([0, 0], [1, 0], 16)).toBe(false)
  expect(isNews([0, 0], [0, 2], 16)).toBe(true)
})

test('strokes in words', () => {
  expect(wordsForRefinement({ keep: [keep, keep], remove: [remove] })).toBe(
    '2 to keep, 1 to remove',
  )
  expect(wordsForRefinement({ keep: [] })).toBe('none')
})
