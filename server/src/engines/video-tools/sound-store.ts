import { type FileHandle, open } from 'node:fs/promises'
import { type ClipSound, channels } from './clip-sound.ts'

const blockSamples = 48_000

/** Copies a clip's audio to disk and returns it from its end to its start. */
export async function reverseSound(sound: ClipSound, path: string): Promise<ReversedSound> {
  const file = await open(path, 'w+')
  const samples = await copySound(sound, file).catch(async (error: unknown) => {
    await file.close()
    throw error
  })
  let left = samples
  return {
    samples,
    take: async (count) => {
      const taken = Math.min(count, left)
      left -= taken
      const forwards = new Float32Array(taken * channels)
      await file.read(new Uint8Array(forwards.buffer), 0, forwards.byteLength, left * channels * 4)
      return backwards(forwards)
    },
    close: () => file.close(),
  }
}

/** Returns the number of samples of each channel. */
async function copySound(sound: ClipSound, file: FileHandle): Promise<number> {
  let samples = 0
  for (;;) {
    const block = sound.take(blockSamples)
    if (block.length === 0) return samples
    await file.write(new Uint8Array(block.buffer, block.byteOffset, block.byteLength))
    samples += block.length / channels
  }
}

export interface ReversedSound {
  readonly samples: number
  take(count: number): Promise<Float32Array>
  close(): Promise<void>
}

/** Keeps left and right. */
export function backwards(samples: Float32Array): Float32Array {
  const reversed = new Float32Array(samples.length)
  for (let at = 0; at < samples.length; at += channels) {
    const from = samples.length - channels - at
    reversed[at] = samples[from] as number
    reversed[at + 1] = samples[from + 1] as number
  }
  return reversed
}
