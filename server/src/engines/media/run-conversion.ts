import { stat } from 'node:fs/promises'
import type { EngineTools } from '../engine-registry.ts'
import { type AudioFormat, audioContentTypes, openAudioWriter } from './audio-writer.ts'
import { openAudio } from './decode-audio.ts'
import { openLawWriter } from './law-writer.ts'

export interface AudioConversion {
  mediaPath: string
  outputPath: string
  /** `ulaw` and `alaw` are the 8-bit formats of telephony. */
  format: AudioFormat | 'ulaw' | 'alaw'
  sampleRate: number
  /** In bits per second; for mp3, opus and aac. */
  bitRate?: number
}

/** Converts audio to another format and rate, as mono. Runs in the child process. */
export async function run(job: AudioConversion, { onProgress }: EngineTools) {
  const { mediaPath, outputPath, format, sampleRate, bitRate } = job
  onProgress(0, 'converting the audio')
  const audio = openAudio(mediaPath, { rate: sampleRate, channels: 1 })
  try {
    const writer =
      format === 'ulaw' || format === 'alaw'
        ? await openLawWriter(outputPath, format)
        : await openAudioWriter(outputPath, format, sampleRate, bitRate)
    let samples = 0
    try {
      for (const block of audio.blocks()) {
        samples += block.samples.length
        await writer.write(block.samples)
      }
      await writer.finish()
    } catch (error) {
      await writer.abandon()
      throw error
    }
    const { size } = await stat(outputPath)
    const contentType =
      format === 'ulaw' || format === 'alaw' ? 'audio/basic' : audioContentTypes[format]
    return { bytes: size, contentType, durationMs: Math.round((samples / sampleRate) * 1000) }
  } finally {
    audio.close()
  }
}
