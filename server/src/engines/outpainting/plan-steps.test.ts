import { describe, expect, test } from 'vitest'
import { buildCanvas, planSeedSteps, testFilling } from './test-steps.ts'
import { candidateSeeds, chooseVariation, randomSeed } from './variations.ts'

describe('the steps', () => {
  testFilling(12)

  test('stay inside the canvas with what they fill', () => {
    const canvas = buildCanvas(900, 700, (x, y) => x > 100 && x < 700 && y > 50 && y < 600)
    for (let seed = 0; seed < 8; seed++) {
      for (const { target } of planSeedSteps(canvas, seed)) {
        expect(target.x).toBeGreaterThanOrEqual(0)
        expect(target.y).toBeGreaterThanOrEqual(0)
        expect(target.x + target.width).toBeLessThanOrEqual(900)
        expect(target.y + target.height).toBeLessThanOrEqual(700)
      }
    }
  })

  test('are few: one window per side for a normal photo, more only for long sides', () => {
    const usual = buildCanvas(2000, 1500, (x, y) => x >= 400 && x < 1600 && y >= 300 && y < 1200)
    expect(planSeedSteps(usual, 0)).toHaveLength(4)
    const panorama = buildCanvas(6000, 900, (_, y) => y >= 300)
    expect(planSeedSteps(panorama, 0).length).toBeGreaterThan(1)
    expect(planSeedSteps(panorama, 0).length).toBeLessThanOrEqual(8)
  })

  test('stay few for a very fragmented mask', () => {
    const torn = buildCanvas(4000, 3000, (x, y) => x % 40 > 4 || y % 40 > 4)
    expect(planSeedSteps(torn, 0).length).toBeLessThan(40)
  })

  test('go outwards in steps when the extension is larger than the photo', () => {
    const canvas = buildCanvas(1300, 300, (x) => x < 300)
    const steps = planSeedSteps(canvas, 0)
    expect(steps.length).toBeGreaterThan(2)
    const starts = steps.map(({ target }) => target.x)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  })
})

test('both sides are flipped the way that suits the model, until a later seed reverses it', () => {
  const canvas = buildCanvas(900, 400, (x) => x >= 200 && x < 700)
  const listFlips = (seed: number) =>
    Object.fromEntries(planSeedSteps(canvas, seed).map(({ beyond, flip }) => [beyond?.side, flip]))
  expect(listFlips(0)).toEqual({ left: true, right: false })
  expect(listFlips(4)).toEqual({ left: false, right: true })
})

test('eight consecutive seeds give eight different variations', () => {
  const ways = Array.from({ length: 8 }, (_, seed) => {
    const { flip, context, stepShare } = chooseVariation(seed)
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
    expect(chooseVariation(randomSeed())).toMatchObject({ context: 1, stepShare: 1 })
})
