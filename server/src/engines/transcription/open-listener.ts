import { alignWords } from './align-words.ts'
import { frameMs } from './detect-speech.ts'
import { fillTimes } from './fill-times.ts'
import { openMoonshine } from './moonshine.ts'
import type { Word } from './split-phrases.ts'
import { isSpaceless } from './whisper/group-words.ts'
import { whisperListener } from './whisper/listen.ts'
import { wordsOfTokens } from './words-of-tokens.ts'

/** Either engine, and the detector that finds speech for it. */
export type TranscriptionModels = {
  silero: string
} & (
  | {
      /** The encoder file. The decoder is next to it. */
      moonshine: string
    }
  | { whisper: { path: string; version: string } }
)

export interface ListenerOptions {
  threads: number
  language?: string | undefined
  translate?: boolean | undefined
}

export interface Listener {
  engine: { name: string; version: string; device: 'cpu' }
  /** The longest segment that it can take. */
  maxFrames: number | undefined
  /** Given or detected; undefined before the first speech. */
  readonly language: string | undefined
  /** Between words: nothing in Chinese. */
  readonly separator: string
  /** Words in a segment, with times from its start that don't exceed `endMs`. */
  listen(samples: Float32Array, endMs: number): Promise<Word[]>
}

export function openListener(
  models: TranscriptionModels,
  options: ListenerOptions,
): Promise<Listener> {
  return 'moonshine' in models
    ? moonshine(models.moonshine, options)
    : whisper(models.whisper, options)
}

async function moonshine(path: string, { threads }: ListenerOptions): Promise<Listener> {
  const recognise = await openMoonshine(path, threads)
  return {
    engine: { name: 'moonshine', version: 'tiny', device: 'cpu' },
    maxFrames: undefined,
    language: 'en',
    separator: ' ',
    listen: async (samples, endMs) => {
      const words = wordsOfTokens(await recognise(samples))
      const texts = words.map(({ text }) => text)
      const times = fillTimes(texts, await alignWords(samples, texts), { startMs: 0, endMs })
      return words.map(({ text, confidence }, at) => ({
        text,
        startMs: times[at]?.startMs ?? 0,
        endMs: times[at]?.endMs ?? 0,
        confidence: Math.round(confidence * 1000) / 1000,
      }))
    },
  }
}

/** The model hears 30 s at once; the rest leaves room for the padding of a segment. */
const whisperFrames = Math.floor(28_500 / frameMs)

async function whisper(
  { path, version }: { path: string; version: string },
  { threads, language, translate = false }: ListenerOptions,
): Promise<Listener> {
  const listener = await whisperListener({ modelPath: path, language, translate }, threads)
  return {
    engine: { name: 'whisper', version, device: 'cpu' },
    maxFrames: whisperFrames,
    get language() {
      return translate ? 'en' : listener.language
    },
    get separator() {
      return !translate && isSpaceless(listener.language) ? '' : ' '
    },
    listen: async (samples, endMs) => {
      const words = await listener.listen(samples)
      const texts = words.map(({ text }) => text)
      const room = { startMs: 0, endMs }
      // For English, the aligner is more exact than the model's attention.
      const isEnglish = !translate && listener.language === 'en'
      const aligned = isEnglish ? await alignWords(samples, texts) : []
      const found = words.map((word, at) => aligned[at] ?? word)
      const times = fillTimes(texts, found, room)
      return words.map((word, at) => ({ ...word, ...times[at] }))
    },
  }
}
