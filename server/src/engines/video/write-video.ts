import type { RenderedFrame } from './render-frames.ts'
import type { VideoWriter } from './video-writer.ts'

export interface VideoParts {
  frames: AsyncGenerator<RenderedFrame>
  /** Pieces of the whole length of the video; nothing for a video without sound. */
  sound?: AsyncGenerator<Float32Array> | undefined
  fps: number
  soundRate: number
}

/**
 * Encodes a frame while the next is drawn, and keeps the sound level with them. FFmpeg's file must
 * not be written to from two sides at once, so frames and sound go one after the other.
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
      // It is waited for above; until then it must not count as an error that nobody sees.
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
