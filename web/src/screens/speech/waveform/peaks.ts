/** The loudest sample of each part of a recording, from 0 to 1. */
export function computePeaks(samples: Float32Array, count: number): number[] {
  const size = samples.length / count
  const peaks = Array.from({ length: count }, (_, part) => {
    let peak = 0
    const end = Math.min(samples.length, Math.ceil((part + 1) * size))
    for (let at = Math.floor(part * size); at < end; at++) {
      peak = Math.max(peak, Math.abs(samples[at] ?? 0))
    }
    return peak
  })
  const loudest = Math.max(...peaks, 0.01)
  return peaks.map((peak) => peak / loudest)
}
