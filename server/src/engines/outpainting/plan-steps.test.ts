import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sample, seed } from '../../../test/soak.ts'
import { boundsOfPhoto, type Canvas, photo, type Rect, unknown } from './canvas.ts'
import { planBands } from './plan-bands.ts'
import { planHoles } from './plan-holes.ts'
import { candidateSeeds, randomSeed, variationOf } from './variations.ts'

function canvasOf(width: number, height: number, known: (x: number, y: number) => boolean): Canvas {
  const state = new Uint8Array(width * height)
  for (let at = 0; at < state.length; at++) {
    if (known(at % width, Math.floor(at / width))) state[at] = photo
  }
  return { width, height, pixels: new Uint8Array(0), state }
}

function stepsFor(canvas: Canvas, seed: number) {
  const bounds = boundsOfPhoto(canvas) as Rect
  const variation = variationOf(seed)
  return [...planHoles(canvas, bounds, variation), ...planBands(bounds, canvas, variation)]
}

function fillAll(canvas: Canvas, seed: number): void {
  for (const { target } of stepsFor(canvas, seed)) {
    for (let y = target.y; y < target.y + target.height; y++) {
      canvas.state.fill(
        photo,
        y * canvas.width + target.x,
        y * canvas.width + target.x + target.width,
      )
    }
  }
}

describe('the steps', () => {
  test('fill every pixel, whatever the mask', () => {
    const side = fc.integer({ min: 1, max: 700 })
    const spot = fc.record({ x: fc.nat(700), y: fc.nat(700), r: fc.integer({ min: 0, max: 200 }) })
    fc.assert(
      fc.property(
        side,
        side,
        fc.array(spot, { minLength: 1, maxLength: 8 }),
        fc.nat(7),
        (width, height, spots, seed) => {
          const inSpot = (x: number, y: number) =>
            spots.some((s) => (x - s.x) ** 2 + (y - s.y) ** 2 <= s.r ** 2)
          for (const known of [inSpot, (x: number, y: number) => !inSpot(x, y)]) {
            const canvas = canvasOf(width, height, known)
            if (!boundsOfPhoto(canvas)) continue
            fillAll(canvas, seed)
            expect(canvas.state.includes(unknown)).toBe(false)
          }
        },
      ),
      { numRuns: sample(40, 2_000), seed },
    )
  })

  test('stay inside the canvas with what they fill', () => {
    const canvas = canvasOf(900, 700, (x, y) => x > 100 && x < 700 && y > 50 && y < 600)
    for (let seed = 0; seed < 8; seed++) {
      for (const { target } of stepsFor(canvas, seed)) {
        expect(target.x).toBeGreaterThanOrEqual(0)
        expect(target.y).toBeGreaterThanOrEqual(0)
        expect(target.x + target.width).toBeLessThanOrEqual(900)
        expect(target.y + target.height).toBeLessThanOrEqual(700)
      }
    }
  })

  test('are few: one window per side for a normal photo, more only for long sides', () => {
    const usual = canvasOf(2000, 1500, (x, y) => x >= 400 && x < 1600 && y >= 300 && y < 1200)
    expect(stepsFor(usual, 0)).toHaveLength(4)
    const panorama = canvasOf(6000, 900, (_, y) => y >= 300)
    expect(stepsFor(panorama, 0).length).toBeGreaterThan(1)
    expect(stepsFor(panorama, 0).length).toBeLessThanOrEqual(8)
  })

  test('stay few for a very fragmented mask', () => {
    const torn = canvasOf(4000, 3000, (x, y) => x % 40 > 4 || y % 40 > 4)
    expect(stepsFor(torn, 0).length).toBeLessThan(40)
  })

  test('go outwards in steps when the extension is larger than the photo', () => {
    const canvas = canvasOf(1300, 300, (x) => x < 300)
    const steps = stepsFor(canvas, 0)
    expect(steps.length).toBeGreaterThan(2)
    const starts = steps.map(({ target }) => target.x)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  })
})

test('both sides are flipped the way that suits the model, until a later seed reverses it', () => {
  const canvas = canvasOf(900, 400, (x) => x >= 200 && x < 700)
  const flipsOf = (seed: number) =>
    Object.fromEntries(stepsFor(canvas, seed).map(({ beyond, flip }) => [beyond?.side, flip]))
  expect(flipsOf(0)).toEqual({ left: true, right: false })
  expect(flipsOf(4)).toEqual({ left: false, right: true })
})

test('eight consecutive seeds give eight different variations', () => {
  const ways = Array.from({ length: 8 }, (_, seed) => {
    const { flip, context, stepShare } = variationOf(seed)
    return JSON.stringify({ flip, context, stepShare })
  })
  expect(new Set(ways).size).toBe(8)
})

test('candidates start with the variations that suit the model, and have a hard one to spare', () => {
  expect(candidateSeeds(16, 1)).toEqual([16, 22])
  expect(candidateSeeds(16, 4)).toEqual([16, 17, 18, 19, 22])
  expect(candidateSeeds(16, 5)).toEqual([16, 17, 18, 19, 22, 20])
  expect(candidateSeeds(16, 8).toSorted()).toEqual([16, 17, 18, 19, 20, 21, 22, 23])
})

test('random seeds start a round of eight', () => {
  for (let i = 0; i < 100; i++)
    expect(variationOf(randomSeed())).toMatchObject({ context: 1, stepShare: 1 })
})
