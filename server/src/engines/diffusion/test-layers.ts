/** The layers in plain loops, to compare the graphs with. Slow and easy to check. */
import type { Shapes, Values } from './test-weights.ts'

/** Channels of pixels; a list of tokens has a height of 1. */
export interface Grid {
  channels: number
  height: number
  width: number
  values: Float64Array
}

export const grid = (channels: number, height: number, width: number): Grid => ({
  ...{ channels, height, width, values: new Float64Array(channels * height * width) },
})

export const map = (x: Grid, change: (value: number, index: number) => number): Grid => ({
  ...{ ...x, values: x.values.map(change) },
})
export const add = (a: Grid, b: Grid) => map(a, (value, index) => value + (b.values[index] ?? 0))
export const silu = (x: Grid) => map(x, (value) => value / (1 + Math.exp(-value)))
export const gelu = (value: number) => (value * (1 + erf(value / Math.SQRT2))) / 2

/** The error function by its Taylor series, which is exact enough below 5. */
function erf(x: number): number {
  if (Math.abs(x) > 5) return Math.sign(x)
  let [sum, power] = [0, x]
  for (let n = 0; n < 120; n++) {
    sum += power / (2 * n + 1)
    power *= (-x * x) / (n + 1)
  }
  return (2 / Math.sqrt(Math.PI)) * sum
}

export function join(a: Grid, b: Grid): Grid {
  const all = grid(a.channels + b.channels, a.height, a.width)
  all.values.set(a.values)
  all.values.set(b.values, a.values.length)
  return all
}

export function enlarge(x: Grid): Grid {
  const large = grid(x.channels, x.height * 2, x.width * 2)
  return map(large, (_, index) => {
    const [row, column] = [Math.floor(index / large.width), index % large.width]
    const channel = Math.floor(row / large.height)
    const from = (channel * x.height + Math.floor((row % large.height) / 2)) * x.width
    return x.values[from + Math.floor(column / 2)] ?? 0
  })
}

/** The layers of a network with given weights. */
export function plainLayers(shapes: Shapes, values: Values) {
  const weight = (name: string) => values.get(`${name}.weight`) ?? new Float32Array()
  const bias = (name: string) => values.get(`${name}.bias`)

  const conv = (x: Grid, name: string, { stride = 1, before = -1, after = -1 } = {}): Grid => {
    const [out = 0, into = 0, side = 0] = shapes.get(`${name}.weight`) ?? []
    const [start, end] = before < 0 ? [(side - 1) / 2, (side - 1) / 2] : [before, after]
    const size = (length: number) => Math.floor((length + start + end - side) / stride) + 1
    const result = grid(out, size(x.height), size(x.width))
    const [taps, offsets] = [weight(name), bias(name)]
    return map(result, (_, index) => {
      const channel = Math.floor(index / (result.height * result.width))
      const top = (Math.floor(index / result.width) % result.height) * stride - start
      const left = (index % result.width) * stride - start
      let sum = offsets?.[channel] ?? 0
      for (let from = 0; from < into; from++) {
        for (let y = Math.max(top, 0); y < Math.min(top + side, x.height); y++) {
          for (let at = Math.max(left, 0); at < Math.min(left + side, x.width); at++) {
            const tap = ((channel * into + from) * side + y - top) * side + at - left
            const value = x.values[(from * x.height + y) * x.width + at] as number
            sum += value * (taps[tap] as number)
          }
        }
      }
      return sum
    })
  }

  /** The same matrix for each pixel or token. */
  const linear = (x: Grid, name: string): Grid => {
    const [out = 0] = shapes.get(`${name}.weight`) ?? []
    const [rows, offsets] = [weight(name), bias(name)]
    const count = x.height * x.width
    return map(grid(out, x.height, x.width), (_, index) => {
      const [channel, at] = [Math.floor(index / count), index % count]
      let sum = offsets?.[channel] ?? 0
      for (let from = 0; from < x.channels; from++) {
        sum += (x.values[from * count + at] ?? 0) * (rows[channel * x.channels + from] ?? 0)
      }
      return sum
    })
  }

  const scale = (x: Grid, name: string): Grid => {
    const count = x.height * x.width
    return map(x, (value, index) => {
      const channel = Math.floor(index / count)
      return value * (weight(name)[channel] ?? 0) + (bias(name)?.[channel] ?? 0)
    })
  }

  return {
    has: (name: string) => shapes.has(`${name}.weight`),
    weight,
    conv,
    linear,
    groupNorm: (x: Grid, name: string, groups: number, epsilon: number) => {
      const length = x.values.length / groups
      const parts = Array.from({ length: groups }, (_, group) =>
        moments(x.values.subarray(group * length, (group + 1) * length), epsilon),
      )
      const even = map(x, (value, index) => parts[Math.floor(index / length)]?.(value) ?? 0)
      return scale(even, name)
    },
    layerNorm: (x: Grid, name: string) => {
      const count = x.height * x.width
      const parts = Array.from({ length: count }, (_, at) =>
        moments(
          x.values.filter((_, index) => index % count === at),
          1e-5,
        ),
      )
      return scale(
        map(x, (value, index) => parts[index % count]?.(value) ?? 0),
        name,
      )
    },
  }
}

export type PlainLayers = ReturnType<typeof plainLayers>

/** Shifts and scales to a mean of 0 and a variance of 1. */
function moments(values: Float64Array, epsilon: number): (value: number) => number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return (value) => (value - mean) / Math.sqrt(variance + epsilon)
}

/** Each query sees all keys, or only those up to its own place. */
export function attend(query: Grid, key: Grid, value: Grid, heads: number, isCausal = false): Grid {
  const [count, keys] = [query.height * query.width, key.height * key.width]
  const width = query.channels / heads
  const result = grid(query.channels, query.height, query.width)
  for (let head = 0; head < heads; head++) {
    const channels = Array.from({ length: width }, (_, index) => head * width + index)
    for (let at = 0; at < count; at++) {
      const seen = isCausal ? at + 1 : keys
      const odds = Array.from({ length: seen }, (_, other) => {
        const products = channels.map(
          (channel) =>
            (query.values[channel * count + at] ?? 0) * (key.values[channel * keys + other] ?? 0),
        )
        return Math.exp(products.reduce((sum, one) => sum + one, 0) / Math.sqrt(width))
      })
      const total = odds.reduce((sum, one) => sum + one, 0)
      for (const channel of channels) {
        const mixed = odds.map((odd, other) => odd * (value.values[channel * keys + other] ?? 0))
        result.values[channel * count + at] = mixed.reduce((sum, one) => sum + one, 0) / total
      }
    }
  }
  return result
}
