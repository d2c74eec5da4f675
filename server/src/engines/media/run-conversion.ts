import { stat } from 'node:fs/promises'
import type { EngineTools } from '../declare-engine.ts'
import { audioContentTypes, openAudioWriter, type WrittenFormat } from './audio-writer.ts'
import { openAudio } from './decode-audio.ts'

export interface AudioConversion {
  mediaPath: string
  outputPath: string
  format: WrittenFormat
  sampleRate: number
  /** In bits per second; for mp3, opus and aac. */
  bitRate?: number
}

/** Converts audio to another format and rate, as mono. Runs in the child process. */
export async function run(request: AudioConversion, { onProgress }: EngineTools) {
  const { mediaPath, outputPath, format, sampleRate, bitRate } = request
  onProgress(0, 'converting the audio')
  const audio = openAudio(mediaPath, { rate: sampleRate, channels: 1 })
  try {
    const writer = await openAudioWriter(outputPath, { format, sampleRate, bitRate })
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
    const durationMs = Math.round((samples / sampleRate) * 1000)
    return { bytes: size, contentType: audioContentTypes[format], durationMs }
  } finally {
    audio.close()
  }
}
