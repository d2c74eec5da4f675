import { expect, test } from 'vitest'
import { modelSide } from './step.ts'
import { extendScene, farthest } from './test-fill-step.ts'

test('a fill unlike the photo is kept if the retry is not much better', async () => {
  const { calls, picture } = await extendScene(
    (mirrored) =>
      (_, [red = 0, green = 0, blue = 0]) => {
        return [red + 60, green, blue + (mirrored ? 25 : 0)]
      },
  )
  expect(calls).toBe(2)
  expect(farthest(picture, 2)).toBeLessThan(12)
})

test('a spot unlike anything in the photo is repaired', async () => {
  const isSpot = (at: number) => (at % modelSide) % 64 < 5 && Math.floor(at / modelSide) % 128 < 5
  const { picture } = await extendScene(() => (at, seen) => (isSpot(at) ? [250, 3, 247] : seen))
  for (const channel of [0, 1, 2]) expect(farthest(picture, channel)).toBeLessThan(60)
})
