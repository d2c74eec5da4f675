import { openLawWriter } from './law-writer.ts'
import { openPcmWriter, openWavWriter } from './wav-writer.ts'

export const audioFormats = ['wav', 'mp3', 'opus', 'aac', 'flac', 'pcm'] as const

export type AudioFormat = (typeof audioFormats)[number]

/** `ulaw` and `alaw` are the 8-bit formats of telephony. */
export type WrittenFormat = AudioFormat | 'ulaw' | 'alaw'

export const audioContentTypes: Record<WrittenFormat, string> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  // 16-bit little-endian samples without a header.
  pcm: 'audio/pcm',
  ulaw: 'audio/basic',
  alaw: 'audio/basic',
}

export interface AudioSettings {
  format: WrittenFormat
  sampleRate: number
  /** In bits per second; for mp3, opus and aac. */
  bitRate?: number | undefined
  /** The rate of the samples, if they must be resampled. */
  sourceRate?: number
  /** Someone reads the file while it grows. */
  streamed?: boolean | undefined
}

/** Writes a mono audio file incrementally, so its length doesn't affect memory. */
export interface AudioWriter {
  /** Samples between -1 and 1. */
  write(samples: Float32Array): Promise<void>
  /** Makes the audio so far readable, apart from what the encoder still holds back. */
  flush(): Promise<void>
  finish(): Promise<void>
  /** Releases a file that will not be finished. */
  abandon(): Promise<void>
}

/** For child processes only: FFmpeg may crash the process that loads it. */
export async function openAudioWriter(
  path: string,
  { sourceRate, ...settings }: AudioSettings,
): Promise<AudioWriter> {
  const writer = await openWriter(path, settings)
  if (sourceRate === undefined || sourceRate === settings.sampleRate) return writer
  const { resamplingWriter } = await import('./resampling-writer.ts')
  return resamplingWriter(writer, sourceRate, settings.sampleRate)
}

async function openWriter(path: string, settings: AudioSettings): Promise<AudioWriter> {
  const { format, sampleRate } = settings
  if (format === 'pcm') return openPcmWriter(path)
  if (format === 'wav') return openWavWriter(path, sampleRate)
  if (format === 'ulaw' || format === 'alaw') return openLawWriter(path, format)
  // FFmpeg is large, and WAV and PCM don't need it.
  const { openCompressedWriter } = await import('./compressed-writer.ts')
  return openCompressedWriter(path, { ...settings, format })
}
