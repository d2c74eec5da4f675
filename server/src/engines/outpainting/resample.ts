/** For each output sample: the index of its first input, and `count` weights. */
export interface Taps {
  start: Int32Array
  weights: Float32Array
  count: number
}

type Kernel = { radius: number; at(distance: number): number }

/** Has no negative lobes, so it is safe for averages that skip unknown pixels. */
export const triangle: Kernel = { radius: 1, at: (d) => Math.max(0, 1 - Math.abs(d)) }

/** Catmull-Rom: keeps edges crisp when enlarging. */
export const cubic: Kernel = {
  radius: 2,
  at: (d) => {
    const x = Math.abs(d)
    if (x < 1) return (1.5 * x - 2.5) * x * x + 1
    if (x < 2) return ((-0.5 * x + 2.5) * x - 4) * x + 2
    return 0
  },
}

/** The weights to resample `from` samples to `to`. The kernel widens when downscaling. */
export function computeTaps(from: number, to: number, kernel: Kernel): Taps {
  const scale = from / to
  const stretch = Math.max(1, scale)
  const radius = kernel.radius * stretch
  const count = Math.min(from, Math.ceil(radius * 2) + 1)
  const start = new Int32Array(to)
  const weights = new Float32Array(to * count)
  for (let i = 0; i < to; i++) {
    const centre = (i + 0.5) * scale - 0.5
    const first = Math.min(Math.max(0, Math.ceil(centre - radius)), from - count)
    start[i] = first
    const own = weights.subarray(i * count, (i + 1) * count)
    let sum = 0
    for (let k = 0; k < count; k++) {
      const weight = kernel.at((first + k - centre) / stretch)
      own[k] = weight
      sum += weight
    }
    for (let k = 0; k < count; k++) own[k] = (own[k] as number) / sum
  }
  return { start, weights, count }
}
