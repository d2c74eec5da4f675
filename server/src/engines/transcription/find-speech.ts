import type { AudioBlock } from '../media/decode-audio.ts'
import { type Segment, segmentCutter } from './cut-segments.ts'
import { type DetectSpeech, frameSamples, leadSamples, windowFrames } from './detect-speech.ts'

export interface Found {
  /** Nothing where a long stretch was silent. */
  segment?: Segment
  doneFrame: number
}

const windowSamples = windowFrames * frameSamples

/** Windows lie on a grid that is the same for every run, wherever it begins. */
function windowStart(startFrame: number): number {
  return Math.floor(startFrame / windowFrames) * windowSamples
}

/**
 * Finds speech in a stream of sound. At most a window (about two minutes) of it is held at a time,
 * and the next is read only when the one before has been worked off. What lies before the window
 * of `startFrame` is passed over.
 */
export async function* findSpeech(
  blocks: Iterable<AudioBlock>,
  detect: DetectSpeech,
  startFrame: number,
): AsyncGenerator<Found> {
  const cutter = segmentCutter(startFrame)
  let frame = windowStart(startFrame) / frameSamples
  for (const samples of windowsOf(blocks, windowStart(startFrame))) {
    const probabilities = await detect(samples)
    for (const [at, probability] of probabilities.entries()) {
      if (frame++ < startFrame) continue
      const from = leadSamples + at * frameSamples
      for (const segment of cutter.push(probability, samples.slice(from, from + frameSamples))) {
        yield { segment, doneFrame: segment.endFrame }
      }
    }
    yield { doneFrame: cutter.doneFrame }
  }
  for (const segment of cutter.finish()) yield { segment, doneFrame: segment.endFrame }
}

/** Windows of sound, each with what came before it in front; the last is only as long as it is. */
function* windowsOf(blocks: Iterable<AudioBlock>, firstSample: number): Generator<Float32Array> {
  const buffer = new Float32Array(leadSamples + windowSamples)
  let bufferStart = firstSample - leadSamples
  let end = 0
  for (const { startSample, samples } of blocks) {
    // What lies before the buffer is left out; a late start leaves silence in front.
    let from = Math.max(0, bufferStart - startSample)
    while (from < samples.length) {
      const at = startSample + from - bufferStart
      if (at >= buffer.length) {
        yield buffer
        buffer.copyWithin(0, windowSamples)
        buffer.fill(0, leadSamples)
        bufferStart += windowSamples
        continue
      }
      const piece = samples.subarray(from, from + buffer.length - at)
      buffer.set(piece, at)
      end = bufferStart + at + piece.length
      from += piece.length
    }
  }
  if (end > bufferStart + leadSamples) yield buffer.subarray(0, end - bufferStart)
}
