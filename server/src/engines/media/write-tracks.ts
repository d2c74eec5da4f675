import { Frame } from 'node-av/lib'
import { soundRate } from './formats.ts'
import { type FrameRate, perSecond } from './frame-rate.ts'
import type { MediaWriter } from './media-writer.ts'

export interface Tracks {
  frames: Iterator<Frame> | AsyncIterator<Frame>
  /** Shorter at the end, then empty. */
  sound?: { take(count: number): Float32Array | Promise<Float32Array> } | undefined
}

export interface WritingOptions {
  rate: FrameRate
  /** 0 if the film has no audio track at all. */
  channels: number
  /** Frames that were written before these. */
  framesBefore?: number
  /** After each frame, with the number of all. */
  onFrame?(framesDone: number): void
}

/**
 * Writes frames and audio in step, so that another clip can follow in sync. The shorter track
 * is filled up: with the last frame, or with silence. Returns the number of frames.
 */
export async function writeTracks(
  writer: MediaWriter,
  { frames, sound }: Tracks,
  { rate, channels, framesBefore = 0, onFrame }: WritingOptions,
): Promise<number> {
  const fps = perSecond(rate)
  const last = new Frame()
  last.alloc()
  const samplesUntil = (frame: number) => Math.round((frame * soundRate) / fps)
  try {
    for (let count = 0; ; count++) {
      const next = await frames.next()
      const number = framesBefore + count
      const wanted = samplesUntil(number + 1) - samplesUntil(number)
      const samples = await sound?.take(wanted)
      if (next.done && !samples?.length) return count
      if (!next.done) {
        last.unref()
        last.ref(next.value)
      }
      await writer.writeFrame(last)
      if (channels > 0) await writer.writeSound(padWithSilence(samples, wanted * channels))
      onFrame?.(number + 1)
    }
  } finally {
    last.free()
  }
}

function padWithSilence(samples: Float32Array | undefined, length: number): Float32Array {
  if (samples?.length === length) return samples
  const full = new Float32Array(length)
  if (samples) full.set(samples)
  return full
}

/** The samples of blocks, as many at a time as needed. Shorter at the end, then empty. */
export function bufferSamples(blocks: Iterator<Float32Array>, channels: number) {
  let rest: Float32Array = new Float32Array()
  return {
    take: (count: number): Float32Array => {
      const taken = new Float32Array(count * channels)
      let length = 0
      while (length < taken.length) {
        if (rest.length === 0) {
          const next = blocks.next()
          if (next.done) break
          rest = next.value
        }
        const part = rest.subarray(0, taken.length - length)
        taken.set(part, length)
        rest = rest.subarray(part.length)
        length += part.length
      }
      return taken.subarray(0, length)
    },
  }
}
