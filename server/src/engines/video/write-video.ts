import type { RenderedFrame } from './render-frames.ts'
import type { VideoWriter } from './video-writer.ts'

export interface VideoParts {
  frames: AsyncGenerator<RenderedFrame>
  /** Blocks that cover the whole length of the video. Missing for a video without audio. */
  sound?: AsyncGenerator<Float32Array> | undefined
  fps: number
  soundRate: number
}

/**
 * Encodes a frame while the next is drawn, and keeps the audio in step. FFmpeg's file doesn't allow
 * concurrent writes, so frames and audio are written one after the other.
 */
export async function writeVideo(
  writer: VideoWriter,
  { frames, sound, fps, soundRate }: VideoParts,
  onFrame: (sceneIndex: number, framesDone: number) => void,
): Promise<void> {
  let framesDone = 0
  let samplesDone = 0
  const writeSoundUntil = async (seconds: number) => {
    while (sound && samplesDone < seconds * soundRate) {
      const piece = await sound.next()
      if (piece.done) return
      await writer.writeSound(piece.value)
      samplesDone += piece.value.length
    }
  }
  const write = async (bytes: Uint8Array) => {
    await writer.writeFrame(bytes)
    framesDone++
    await writeSoundUntil(framesDone / fps)
  }
  let writing = Promise.resolve()
  try {
    for await (const { bytes, sceneIndex } of frames) {
      await writing
      onFrame(sceneIndex, framesDone)
      writing = write(bytes)
      // It is awaited above. Until then it must not count as an unhandled rejection.
      writing.catch(() => {})
    }
    await writing
    await writeSoundUntil(Number.POSITIVE_INFINITY)
    await writer.finish()
  } catch (error) {
    await writing.catch(() => {})
    await writer.abandon()
    throw error
  }
}
