import { sampleRate } from '../../media/audio-decoder.ts'
import type { Span } from '../align-words.ts'
import type { Word } from '../split-phrases.ts'
import { silenceTrimmer } from '../trim-to-sound.ts'
import { buildPrompt, type DecodeOptions, decodeWindow, detectLanguage } from './decode-window.ts'
import { groupWords } from './group-words.ts'
import { samplesPerColumn } from './log-mel.ts'
import { openWhisper, type Whisper } from './open-whisper.ts'
import { buildSpans, tokenStarts } from './word-times.ts'

export interface WhisperSettings {
  modelPath: string
  /** Such as `de`; undefined to detect it. */
  language: string | undefined
  translate: boolean
}

export interface WhisperListener {
  /** The words in up to 30 seconds of speech, with times from its start. */
  listen(samples: Float32Array): Promise<Word[]>
  /** The language that was given or detected; undefined before the first speech. */
  readonly language: string | undefined
}

/** No one says more tokens per second, in any script. */
const tokensPerSecond = 12
const spareTokens = 16

export async function whisperListener(
  { modelPath, language, translate }: WhisperSettings,
  threads: number,
): Promise<WhisperListener> {
  const whisper = await openWhisper(modelPath, threads)
  let spoken = whisper.ids.isMultilingual ? language : 'en'
  return {
    get language() {
      return spoken
    },
    listen: async (samples) => {
      const heard = await whisper.hear(samples)
      // One recording is in one language, so its first speech decides.
      spoken ??= (await detectLanguage(whisper, heard)).language
      const seconds = samples.length / sampleRate
      const maxTokens = Math.ceil(seconds * tokensPerSecond) + spareTokens
      const options = { language: spoken, translate, maxTokens }
      const { tokens, logs } = await decodeWindow(whisper, heard, options)
      if (tokens.length === 0) return []
      const words = groupWords(tokens, logs, whisper.tokens, translate ? 'en' : spoken)
      const spans = await findTimes(
        whisper,
        heard,
        tokens,
        words.map(({ count }) => count),
        samples,
        options,
      )
      return words.flatMap(({ text, confidence }, at) => {
        const { startMs, endMs } = spans[at] ?? { startMs: 0, endMs: 0 }
        return text === '' ? [] : [{ text, startMs, endMs, confidence: round(confidence) }]
      })
    },
  }
}

/** A second pass over the finished text: only then is the attention complete. */
async function findTimes(
  whisper: Whisper,
  heard: Parameters<Whisper['begin']>[0],
  tokens: number[],
  groups: number[],
  samples: Float32Array,
  options: DecodeOptions,
): Promise<Span[]> {
  const prompt = buildPrompt(whisper, options)
  const all = [...prompt, ...tokens, whisper.ids.endOfText].slice(0, whisper.textContext)
  const { attention } = await whisper.read(whisper.begin(heard), all, true)
  const rows = all.length
  const columns = (attention[0]?.length ?? 0) / (whisper.heads * rows)
  const heardColumns = Math.min(columns, Math.ceil(samples.length / samplesPerColumn))
  // The row before a token shows where it was heard; the last row is the end of the text.
  const trace = { layers: attention, heads: whisper.heads, rows, columns }
  const starts = tokenStarts(trace, prompt.length - 1, heardColumns)
  const endMs = Math.round((samples.length / sampleRate) * 1000)
  const trim = silenceTrimmer(samples)
  return buildSpans(groups, starts.slice(0, tokens.length + 1)).map((span) => {
    const trimmed = trim({ startMs: span.startMs, endMs: Math.min(span.endMs, endMs) })
    return { startMs: Math.min(trimmed.startMs, endMs), endMs: Math.min(trimmed.endMs, endMs) }
  })
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
