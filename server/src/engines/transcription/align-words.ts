import { fileURLToPath } from 'node:url'
import createModule, { type Config, type Decoder, type Segment } from 'soundswallower'
import { sampleRate } from '../media/audio-decoder.ts'
import { guessSounds } from './guess-sounds.ts'
import { spokenForm } from './spoken-form.ts'
import { silenceTrimmer } from './trim-to-sound.ts'

export interface Span {
  startMs: number
  endMs: number
}

/** Finds the position of each word in the audio; undefined for a word without sound. */
export type AlignWords = (samples: Float32Array, words: string[]) => Promise<(Span | undefined)[]>

// Context-independent phones: half the cost, and the same times within 10 ms.
const quick = { samprate: sampleRate, loglevel: 'FATAL', cionly: true }
// With the default beams, alignment fails for unusual voices. Without beams it works at three times
// the cost.
const thorough = { ...quick, beam: 0, pbeam: 0, wbeam: 0 }

const decoders = new Map<Config, Promise<Decoder>>()

/** SoundSwallower with its American English model (9 MB), which ships with the package. */
export const alignWords: AlignWords = async (samples, words) => {
  const trim = silenceTrimmer(samples)
  for (const config of [quick, thorough]) {
    const decoder = await createDecoder(config)
    const forms = words.map((word) => spokenForm(word).filter((part) => isSayable(decoder, part)))
    const spans = alignSpans(decoder, samples, forms.flat())
    if (spans.length > 0) return joinSpans(forms, spans).map((span) => span && trim(span))
  }
  return words.map(() => undefined)
}

function createDecoder(config: Config): Promise<Decoder> {
  const opening = decoders.get(config) ?? openDecoder(config)
  decoders.set(config, opening)
  return opening
}

async function openDecoder(config: Config): Promise<Decoder> {
  const modelBase = fileURLToPath(new URL('model/', import.meta.resolve('soundswallower')))
  // `modelBase` is missing from the package's types.
  const module = await createModule({ modelBase } as object)
  const decoder = new module.Decoder(config)
  await decoder.initialize()
  return decoder
}

/** Adds a word missing from the dictionary, with a guessed pronunciation. */
function isSayable(decoder: Decoder, part: string): boolean {
  if (decoder.lookup_word(part)) return true
  const sounds = guessSounds(part)
  if (sounds) decoder.add_words([part, sounds])
  return sounds !== ''
}

function alignSpans(decoder: Decoder, samples: Float32Array, parts: string[]): Span[] {
  if (parts.length === 0) return []
  try {
    decoder.set_align_text(parts.join(' '))
    decoder.start()
    decoder.process_audio(samples, false, true)
    decoder.stop()
    const spoken = decoder.get_alignment().w?.filter(isWord) ?? []
    return spoken.length === parts.length ? spoken.map(toSpan) : []
  } catch {
    // The words can't be aligned with the audio.
    return []
  }
}

/** Silence and noises are in brackets. */
function isWord({ t }: Segment): boolean {
  return !/^[<[]/.test(t)
}

function toSpan({ b, d }: Segment): Span {
  return { startMs: Math.round(b * 1000), endMs: Math.round((b + d) * 1000) }
}

function joinSpans(forms: string[][], spans: Span[]): (Span | undefined)[] {
  let next = 0
  return forms.map(({ length }) => {
    const own = spans.slice(next, next + length)
    next += length
    const [first, last] = [own[0], own.at(-1)]
    return first && last && { startMs: first.startMs, endMs: last.endMs }
  })
}
