import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../test/soak.ts'
import { boundsOfPhoto, type Canvas, photo, type Rect, unknown } from './canvas.ts'
import { planBands } from './plan-bands.ts'
import { planHoles } from './plan-holes.ts'
import { chooseVariation } from './variations.ts'

export function buildCanvas(
  width: number,
  height: number,
  known: (x: number, y: number) => boolean,
): Canvas {
  const state = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) if (known(x, y)) state[at] = photo
  }
  return { width, height, pixels: new Uint8Array(0), state }
}

export function planSeedSteps(canvas: Canvas, seed: number) {
  const bounds = boundsOfPhoto(canvas) as Rect
  const variation = chooseVariation(seed)
  return [...planHoles(canvas, bounds, variation), ...planBands(bounds, canvas, variation)]
}

function fillAll(canvas: Canvas, seed: number): void {
  for (const { target } of planSeedSteps(canvas, seed)) {
    for (let y = target.y; y < target.y + target.height; y++) {
      canvas.state.fill(
        photo,
        y * canvas.width + target.x,
        y * canvas.width + target.x + target.width,
      )
    }
  }
}

/** `masks` is the number of random masks. */
export function testFilling(masks: number): void {
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
            const canvas = buildCanvas(width, height, known)
            if (!boundsOfPhoto(canvas)) continue
            fillAll(canvas, seed)
            expect(canvas.state.includes(unknown)).toBe(false)
          }
        },
      ),
      { numRuns: masks, seed },
    )
  })
}
