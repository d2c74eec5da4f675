import type { AudioFormat, AudioSettings, AudioWriter } from './audio-writer.ts'
import { openMediaWriter } from './media-writer.ts'

const kinds = {
  mp3: { encoder: 'libmp3lame', container: 'mp3', samples: 'fltp', kilobits: 64 },
  opus: { encoder: 'libopus', container: 'ogg', samples: 'flt', kilobits: 32 },
  aac: { encoder: 'aac', container: 'adts', samples: 'fltp', kilobits: 64 },
  flac: { encoder: 'flac', container: 'flac', samples: 's16', kilobits: 0 },
} as const

type Kind = Exclude<AudioFormat, 'wav' | 'pcm'>

/**
 * A file that is read while it grows cannot start with a table that is filled in at the end, and
 * Ogg pages are shorter than the usual second.
 */
const streamedOptions: Partial<Record<Kind, Record<string, string>>> = {
  mp3: { write_xing: '0' },
  opus: { page_duration: '200000' },
}

/** Encodes mono speech, and writes it as it arrives. */
export async function openCompressedWriter(
  path: string,
  { format, sampleRate, bitRate, streamed }: AudioSettings & { format: Kind },
): Promise<AudioWriter> {
  const { container, kilobits, ...encoding } = kinds[format]
  const writer = await openMediaWriter(path, {
    container,
    options: streamed ? streamedOptions[format] : undefined,
    sound: {
      ...encoding,
      kilobits: bitRate === undefined ? kilobits : bitRate / 1000,
      channels: 1,
      rate: sampleRate,
    },
  })
  return {
    ...writer,
    write: (samples) =>
      writer.writeSound(samples.map((sample) => Math.max(-1, Math.min(1, sample)))),
  }
}
