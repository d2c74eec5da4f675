/** How much of the model's silence to keep at both ends, and the fade lengths, in samples. */
export const edges = {
  leadSamples: 720, // 30 ms at 24 kHz: a breath or an h is below the threshold
  tailSamples: 1440, // 60 ms: the same for a final s, and the room tone
  fadeInSamples: 120, // 5 ms
  fadeOutSamples: 480, // 20 ms
}

const frameSamples = 240
/** Relative to the loudest frame. Quieter than the softest sound, louder than the model's noise. */
const quietShare = 0.01
const quietFloor = 0.0008
const loudestPeak = 0.97

/** Trims a segment to its speech and fades both ends, so it can be placed next to silence. */
export function trimEdges(samples: Float32Array): Float32Array {
  const levels = frameLevels(samples)
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0)
  const threshold = Math.max(quietFloor, loudest * quietShare)
  const first = levels.findIndex((level) => level > threshold)
  if (first < 0) return new Float32Array(0)
  const last = levels.findLastIndex((level) => level > threshold)
  const start = Math.max(0, first * frameSamples - edges.leadSamples)
  const end = Math.min(samples.length, (last + 1) * frameSamples + edges.tailSamples)
  return fade(belowFullScale(samples.slice(start, end)))
}

/** Some voices occasionally exceed full scale. Reducing the volume is better than clipping. */
function belowFullScale(samples: Float32Array): Float32Array {
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return peak > loudestPeak ? samples.map((value) => (value * loudestPeak) / peak) : samples
}

/** Root mean square per 10 ms. */
function frameLevels(samples: Float32Array): number[] {
  const levels: number[] = []
  for (let at = 0; at < samples.length; at += frameSamples) {
    const frame = samples.subarray(at, at + frameSamples)
    const sum = frame.reduce((total, value) => total + value * value, 0)
    levels.push(Math.sqrt(sum / frame.length))
  }
  return levels
}

function fade(samples: Float32Array): Float32Array {
  const fadeIn = Math.min(edges.fadeInSamples, samples.length)
  const fadeOut = Math.min(edges.fadeOutSamples, samples.length)
  for (let at = 0; at < fadeIn; at++) samples[at] = (samples[at] ?? 0) * (at / fadeIn)
  for (let at = 0; at < fadeOut; at++) {
    const from = samples.length - 1 - at
    samples[from] = (samples[from] ?? 0) * (at / fadeOut)
  }
  return samples
}
