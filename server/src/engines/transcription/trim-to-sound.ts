import { sampleRate } from '../media/audio-decoder.ts'
import type { Span } from './align-words.ts'

const stepMs = 10
const stepSamples = (sampleRate * stepMs) / 1000

/** A shorter sound followed by a longer silence belongs to the neighbour, not to this word. */
const longestStraySteps = 5
const shortestGapSteps = 10

/**
 * The aligner mistakes silence before an F or S for part of it, because they look alike. Trims
 * silence from both ends of a word if the recording allows telling silence from sound.
 */
export function silenceTrimmer(samples: Float32Array): (span: Span) => Span {
  const levels = measureLevels(samples)
  const quiet = quietLevel(levels)
  return ({ startMs, endMs }) => {
    const own = levels.subarray(Math.floor(startMs / stepMs), Math.ceil(endMs / stepMs))
    const isSound = Array.from(own, (level) => level >= quiet)
    const before = quietSteps(isSound)
    const after = quietSteps(isSound.toReversed())
    // A word that is entirely quiet keeps its position.
    if (before + after >= isSound.length) return { startMs, endMs }
    return {
      startMs: startMs + before * stepMs,
      endMs: Math.max(startMs + (before + 1) * stepMs, endMs - after * stepMs),
    }
  }
}

/** Steps before the word starts, including stray sounds and the gap after them. */
function quietSteps(isSound: boolean[]): number {
  const first = isSound.indexOf(true)
  if (first < 0) return isSound.length
  const gap = isSound.indexOf(false, first)
  const next = gap < 0 ? -1 : isSound.indexOf(true, gap)
  const isStray = gap - first <= longestStraySteps && next - gap >= shortestGapSteps
  return next >= 0 && isStray ? next : first
}

/** Root mean square per 10 ms. */
function measureLevels(samples: Float32Array): Float32Array {
  const levels = new Float32Array(Math.ceil(samples.length / stepSamples))
  for (let step = 0; step < levels.length; step++) {
    let sum = 0
    const end = Math.min(samples.length, (step + 1) * stepSamples)
    for (let at = step * stepSamples; at < end; at++) sum += (samples[at] as number) ** 2
    levels[step] = Math.sqrt(sum / stepSamples)
  }
  return levels
}

/**
 * Above the noise of the pauses, and at least 40 dB below the voice. 0 if the noise is too loud.
 */
function quietLevel(levels: Float32Array): number {
  const sorted = levels.toSorted()
  const noise = sorted[Math.floor(sorted.length * 0.05)] ?? 0
  const voice = sorted[Math.floor(sorted.length * 0.9)] ?? 0
  const quiet = Math.max(noise * 2, voice * 0.01)
  return quiet < voice * 0.1 ? quiet : 0
}
