import { Frame } from 'node-av/lib'
import { channels, soundRate } from './clip-sound.ts'
import type { FilmWriter } from './film-writer.ts'
import { type FrameRate, perSecond } from './frame-rate.ts'
import { requireLength } from './video-tool-job.ts'

export interface ClipTracks {
  frames: Iterator<Frame> | AsyncIterator<Frame>
  /** Shorter at the end, then empty. */
  sound?: { take(count: number): Float32Array | Promise<Float32Array> } | undefined
}

export interface WritingOptions {
  rate: FrameRate
  /** False if the film has no audio track at all. */
  hasAudio: boolean
  maxMinutes: number
  /** Frames that were written before this clip. */
  framesBefore: number
  onFrame(framesDone: number): void
}

/**
 * Writes a clip's frames and audio in step, so that the next clip starts in sync. The shorter track
 * is filled up: with the last frame, or with silence. Returns the number of frames.
 */
export async function writeClip(
  writer: FilmWriter,
  { frames, sound }: ClipTracks,
  { rate, hasAudio, maxMinutes, framesBefore, onFrame }: WritingOptions,
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
      requireLength((number + 1) / fps, maxMinutes)
      if (!next.done) {
        last.unref()
        last.ref(next.value)
      }
      await writer.writeFrame(last)
      if (hasAudio) await writer.writeSound(padded(samples, wanted))
      onFrame(number + 1)
    }
  } finally {
    last.free()
  }
}

function padded(samples: Float32Array | undefined, count: number): Float32Array {
  if (samples?.length === count * channels) return samples
  const full = new Float32Array(count * channels)
  if (samples) full.set(samples)
  return full
}
