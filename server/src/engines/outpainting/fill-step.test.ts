import { expect, test } from 'vitest'
import { extendScene, farthest } from './test-fill-step.ts'

test('a fill that matches the photo is accepted on the first try', async () => {
  const { calls, picture } = await extendScene(() => undefined)
  expect(calls).toBe(1)
  for (const channel of [0, 1, 2]) expect(farthest(picture, channel)).toBeLessThan(12)
})

test('a fill unlike the photo is retried with a mirrored piece beyond it', async () => {
  const { calls, picture } = await extendScene((mirrored) =>
    mirrored ? undefined : () => [250, 3, 247],
  )
  expect(calls).toBe(2)
  for (const channel of [0, 1, 2]) expect(farthest(picture, channel)).toBeLessThan(12)
})
