import { describe, expect, test } from 'vitest'
import { gaussianNoise } from './gaussian-noise.ts'
import { createSchedule } from './schedules.ts'

/** ā, written as the product that defines it. */
function keptShare(timestep: number): number {
  let product = 1
  for (let step = 0; step <= timestep; step++) {
    const root = Math.sqrt(0.00085) + ((Math.sqrt(0.012) - Math.sqrt(0.00085)) * step) / 999
    product *= 1 - root ** 2
  }
  return product
}

const noisy = (timestep: number, original: number, noise: number) =>
  Math.sqrt(keptShare(timestep)) * original + Math.sqrt(1 - keptShare(timestep)) * noise
const none = () => new Float32Array(1)

describe('timesteps', () => {
  test.for([
    ['ddim', 5, [801, 601, 401, 201, 1]],
    ['euler', 6, [831, 665, 499, 333, 167, 1]],
    ['lcm', 4, [999, 759, 499, 259]],
    ['lcm', 1, [999]],
  ] as const)('%s in %i steps', ([sampler, steps, expected]) => {
    expect(createSchedule(sampler, steps).timesteps).toEqual(expected)
  })
})

describe('with the right noise', () => {
  const [original, noise] = [0.7, -1.3]

  test('DDIM keeps the picture and the noise at each step', () => {
    const { timesteps, next, noiseScale } = createSchedule('ddim', 4)
    expect(noiseScale).toBe(1)
    let x = Float32Array.of(noisy(timesteps[0] ?? 0, original, noise))
    for (const step of timesteps.keys()) {
      x = Float32Array.from(next(step, x, Float32Array.of(noise), none))
      expect(x[0]).toBeCloseTo(noisy(timesteps[step + 1] ?? 0, original, noise), 5)
    }
  })

  test('Euler ends at the picture', () => {
    const { timesteps, next, noiseScale, inputScale } = createSchedule('euler', 7)
    const share = keptShare(timesteps[0] ?? 0)
    expect(noiseScale).toBeCloseTo(1 / Math.sqrt(share), 6)
    expect(inputScale(0)).toBe(noiseScale)
    let x = Float32Array.of(original + noise * Math.sqrt((1 - share) / share))
    for (const step of timesteps.keys()) {
      x = Float32Array.from(next(step, x, Float32Array.of(noise), none))
    }
    expect(x[0]).toBeCloseTo(original, 5)
  })

  test('LCM adds fresh noise to the picture, except at the end', () => {
    const { timesteps, next } = createSchedule('lcm', 2)
    const x = Float32Array.of(noisy(timesteps[0] ?? 0, original, noise))
    const after = next(0, x, Float32Array.of(noise), () => Float32Array.of(0.4))
    expect(after[0]).toBeCloseTo(noisy(timesteps[1] ?? 0, original, 0.4), 4)
    const last = Float32Array.of(noisy(timesteps[1] ?? 0, original, 0.4))
    expect(next(1, last, Float32Array.of(0.4), none)[0]).toBeCloseTo(original, 4)
  })
})

test('known latents get the noise of the next step, and none after the last one', () => {
  const [known, noise] = [Float32Array.of(0.5), Float32Array.of(2)]
  const ddim = createSchedule('ddim', 2)
  expect(ddim.addNoise(0, known, noise)[0]).toBeCloseTo(noisy(1, 0.5, 2), 6)
  expect(ddim.addNoise(1, known, noise)).toEqual(known)
  const euler = createSchedule('euler', 2)
  const sigma = Math.sqrt((1 - keptShare(1)) / keptShare(1))
  expect(euler.addNoise(0, known, noise)[0]).toBeCloseTo(0.5 + 2 * sigma, 6)
  expect(euler.addNoise(1, known, noise)).toEqual(known)
})

test('noise is normally distributed, and the same for a seed', () => {
  const values = gaussianNoise(3)(20_000)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + value * value, 0) / values.length
  expect(mean).toBeCloseTo(0, 1)
  expect(variance).toBeCloseTo(1, 1)
  expect(gaussianNoise(3)(7)).toEqual(gaussianNoise(3)(7))
  expect(gaussianNoise(3)(7)).not.toEqual(gaussianNoise(4)(7))
})
