import { expect, test } from 'vitest'
import { draw, gravel, horizon } from '../../../../test/scenes.ts'
import type { RawImage } from '../../decode-image.ts'
import { type Canvas, hidden, made, photo } from '../canvas.ts'
import { keepBest } from './keep-best.ts'
import { scoreFill } from './score-fill.ts'

const [width, height, border] = [480, 300, 360]

/** Everything right of the border counts as made by the model. */
function buildCanvas({ pixels }: RawImage): Canvas {
  const state = Uint8Array.from({ length: width * height }, (_, at) =>
    at % width < border ? photo : made,
  )
  return { width, height, pixels, state }
}

type Colour = [number, number, number]

/** Draws a rectangle into the new area. */
function withSpot(scene: RawImage, size: number, colour: Colour): Canvas {
  const { pixels } = scene
  const spot = draw(width, height, (x, y) => {
    const at = (y * width + x) * 3
    const isSpot = x > 400 && x <= 400 + size && y > 100 && y <= 100 + size
    return isSpot ? colour : ([...pixels.subarray(at, at + 3)] as Colour)
  })
  return buildCanvas(spot)
}

const scenes = { horizon: horizon(width, height), gravel: gravel(width, height) }

test.each(Object.entries(scenes))('%s that continues scores nearly 0', (_, scene) => {
  expect(scoreFill(buildCanvas(scene))).toBeLessThan(0.01)
})

test.each(Object.entries(scenes))(
  'a strange object in %s scores more the larger it is',
  (_, scene) => {
    const scores = [0, 20, 60].map((size) => scoreFill(withSpot(scene, size, [250, 40, 180])))
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    expect(scores[2]).toBeGreaterThan((scores[1] as number) + 0.03)
    expect(scores[1]).toBeGreaterThan((scores[0] as number) + 0.004)
  },
)

test('an area much smoother than everything near it is strange', () => {
  const smooth = withSpot(scenes.gravel, 80, [125, 119, 106])
  expect(scoreFill(smooth)).toBeGreaterThan(0.05)
})

test('an object counts even if a distant part of the photo looks the same', () => {
  const red: Colour = [230, 30, 30]
  const grey = (isRed: boolean): Colour => (isRed ? red : [120, 125, 130])
  const far = draw(width, height, (x, y) => grey(x < 60 || (x > 400 && y > 100 && y < 180)))
  const beside = draw(width, height, (x, y) => grey(x > 330 && y > 100 && y < 180))
  expect(scoreFill(buildCanvas(far))).toBeGreaterThan(0.1)
  expect(scoreFill(buildCanvas(beside))).toBeLessThan(0.01)
})

test('a canvas without visible photo or without new area scores 0', () => {
  const canvas = buildCanvas(scenes.horizon)
  for (const state of [photo, made, hidden]) {
    expect(scoreFill({ ...canvas, state: canvas.state.slice().fill(state) })).toBe(0)
  }
})

async function chosen(count: number, scores: number[]) {
  const best = keepBest<string>(count)
  const values: string[] = []
  for (const [seed, score] of scores.entries()) {
    if (!best.needsMore()) break
    await best.offer({ seed, score }, async () => {
      values.push(`image ${seed}`)
      return `image ${seed}`
    })
  }
  const outcome = best.outcome(true)
  return { seeds: outcome.kept.map(({ seed }) => seed), made: outcome.candidates, values }
}

test('spare candidates are made only while a kept one is bad, and replace the worst', async () => {
  expect(await chosen(1, [0.24, 0])).toMatchObject({ seeds: [0], made: 1 })
  expect(await chosen(2, [0.01, 0.12, 0.4])).toMatchObject({ seeds: [0, 1], made: 2 })
  expect(await chosen(2, [0.01, 0.13, 0])).toMatchObject({ seeds: [2, 0], made: 3 })
})

test('a candidate that is no better is not encoded', async () => {
  expect(await chosen(1, [0.3, 0.4])).toEqual({ seeds: [0], made: 2, values: ['image 0'] })
})
