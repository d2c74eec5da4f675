import type { AudioBlock } from '../media/decode-audio.ts'
import { type Segment, segmentCutter } from './cut-segments.ts'
import { type DetectSpeech, frameSamples, leadSamples, windowFrames } from './detect-speech.ts'

export interface SpeechSearchResult {
  /** Missing if a long stretch was silent. */
  segment?: Segment
  doneFrame: number
}

const windowSamples = windowFrames * frameSamples

/** Windows lie on a grid that is the same for every run, wherever it starts. */
function windowStart(startFrame: number): number {
  return Math.floor(startFrame / windowFrames) * windowSamples
}

/**
 * Finds speech in an audio stream. Holds at most one window (about two minutes) at a time, and
 * reads the next only after the previous one is processed. Skips everything before the window of
 * `startFrame`.
 */
export async function* findSpeech(
  blocks: Iterable<AudioBlock>,
  detect: DetectSpeech,
  startFrame: number,
  maxFrames?: number,
): AsyncGenerator<SpeechSearchResult> {
  const cutter = segmentCutter(startFrame, maxFrames)
  let frame = windowStart(startFrame) / frameSamples
  for (const samples of readWindows(blocks, windowStart(startFrame))) {
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

/** Windows of audio, each preceded by the audio before it. The last one may be shorter. */
function* readWindows(blocks: Iterable<AudioBlock>, firstSample: number): Generator<Float32Array> {
  const buffer = new Float32Array(leadSamples + windowSamples)
  let bufferStart = firstSample - leadSamples
  let end = 0
  for (const { startSample, samples } of blocks) {
    // Skips samples before the buffer. If the audio starts late, silence fills the gap.
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
