import { openPcmWriter, openWavWriter } from './wav-writer.ts'

export const audioFormats = ['wav', 'mp3', 'opus', 'aac', 'flac', 'pcm'] as const

export type AudioFormat = (typeof audioFormats)[number]

export const audioContentTypes: Record<AudioFormat, string> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  // 16-bit little-endian samples without a header.
  pcm: 'audio/pcm',
}

/** Writes a mono audio file incrementally, so its length doesn't affect memory. */
export interface AudioWriter {
  /** Samples between -1 and 1. */
  write(samples: Float32Array): Promise<void>
  finish(): Promise<void>
  /** Releases a file that will not be finished. */
  abandon(): Promise<void>
}

/** For child processes only: FFmpeg may crash the process that loads it. */
export async function openAudioWriter(
  path: string,
  format: AudioFormat,
  sampleRate: number,
  bitRate?: number,
): Promise<AudioWriter> {
  if (format === 'pcm') return openPcmWriter(path)
  if (format === 'wav') return openWavWriter(path, sampleRate)
  // FFmpeg is large, and WAV and PCM don't need it.
  const { openCompressedWriter } = await import('./compressed-writer.ts')
  return openCompressedWriter(path, format, sampleRate, bitRate)
}
