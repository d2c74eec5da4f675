import { invalid } from '../../../http/problem.ts'
import type { SpeakBody } from '../../voices/schemas.ts'
import type { SpeechEncoding } from '../../voices/submit-speech.ts'

const rates = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]

/** The sample rates that each format can have. */
const formats = {
  mp3: [22_050, 24_000, 44_100],
  pcm: rates,
  wav: rates,
  opus: [48_000],
  ulaw: [8000],
  alaw: [8000],
} as const

const bitRates = [32, 48, 64, 96, 128, 192]

export const usualFormat = 'mp3_44100_128'

/** The embedded voices have this rate, so these formats need no conversion. */
const nativeRate = 24_000

export interface OutputFormat {
  output_format?: NonNullable<SpeakBody['output_format']>
  encoding?: SpeechEncoding
}

/** Parses `mp3_44100_128`: a format, its sample rate in Hz, and its bit rate in kbit/s. */
export function parseOutputFormat(text: string = usualFormat): OutputFormat {
  const [, name = '', rate = '', kilobits] = /^([a-z0-9]+)_(\d+)(?:_(\d+))?$/.exec(text) ?? []
  const sampleRate = Number(rate)
  const isKnown =
    Object.hasOwn(formats, name) &&
    (formats[name as keyof typeof formats] as readonly number[]).includes(sampleRate) &&
    (kilobits === undefined || bitRates.includes(Number(kilobits)))
  if (!isKnown) {
    throw invalid(
      'output_format',
      `must be a format, a rate and, for mp3 and opus, a bit rate, such as ${usualFormat}, pcm_16000, wav_24000, opus_48000_64 or ulaw_8000`,
    )
  }
  const format = name as keyof typeof formats
  if (sampleRate === nativeRate && (format === 'pcm' || format === 'wav')) {
    return { output_format: format }
  }
  const bitRate = kilobits === undefined ? {} : { bitRate: Number(kilobits) * 1000 }
  return { encoding: { format, sampleRate, ...bitRate } }
}
