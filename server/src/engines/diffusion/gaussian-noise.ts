import { createRandom } from '../outpainting/random.ts'

/** Normally distributed numbers, the same for a seed on every machine (Box–Muller). */
export function gaussianNoise(seed: number): (length: number) => Float32Array {
  const random = createRandom(seed)
  return (length) => {
    const values = new Float32Array(length)
    for (let at = 0; at < length; at += 2) {
      const radius = Math.sqrt(-2 * Math.log(1 - random()))
      const angle = 2 * Math.PI * random()
      values[at] = radius * Math.cos(angle)
      if (at + 1 < length) values[at + 1] = radius * Math.sin(angle)
    }
    return values
  }
}
