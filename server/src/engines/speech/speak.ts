import type { AudioWriter } from '../media/audio-writer.ts'
import { trimEdges } from './edges.ts'
import { type Kokoro, sampleRate } from './kokoro.ts'
import { toPhonemes } from './phonemes.ts'
import type { Cue, Sentence } from './script.ts'
import { tokenStretches } from './tokens.ts'

export interface SpokenSentence {
  text: string
  startMs: number
  endMs: number
}

export interface SpeakOptions {
  kokoro: Kokoro
  /** The name of the voice file. */
  voice: string
  languageCode: string
  speed: number
  writer: Pick<AudioWriter, 'write'>
  onProgress(percent: number, stage: string): void
  /** Called after each sentence except the last, which ends the speech. */
  onSentence?(sentence: SpokenSentence): Promise<void>
}

/** Pause between two segments of one sentence. */
const breathMs = 110
const silentSecond = new Float32Array(sampleRate)

/**
 * Speaks the cues into the writer, one segment at a time, and returns when each sentence was
 * spoken.
 */
export async function speak(cues: Cue[], options: SpeakOptions) {
  const { writer, onProgress, onSentence } = options
  const sentences: SpokenSentence[] = []
  const total = cues.filter(({ kind }) => kind === 'sentence').length
  const letters = cues.reduce((sum, cue) => sum + measureCue(cue), 0)
  let doneLetters = 0
  let writtenSamples = 0

  const write = async (samples: Float32Array) => {
    await writer.write(samples)
    writtenSamples += samples.length
  }
  const silence = async (ms: number) => {
    let left = Math.round((ms / 1000) * sampleRate)
    for (; left > 0; left -= sampleRate)
      await write(silentSecond.subarray(0, Math.min(left, sampleRate)))
  }
  for (const cue of cues) {
    if (cue.kind === 'pause') {
      await silence(cue.pauseMs)
      continue
    }
    const number = sentences.length + 1
    onProgress(Math.floor((doneLetters / letters) * 99), `speaking sentence ${number} of ${total}`)
    const startMs = toMs(writtenSamples)
    await speakSentence(cue.sentence, options, write, silence)
    const spoken = { text: cue.sentence.text, startMs, endMs: toMs(writtenSamples) }
    sentences.push(spoken)
    doneLetters += measureCue(cue)
    if (number < total) await onSentence?.(spoken)
  }
  return { sentences, durationMs: toMs(writtenSamples) }
}

async function speakSentence(
  { utterances }: Sentence,
  { kokoro, voice, languageCode, speed }: SpeakOptions,
  write: (samples: Float32Array) => Promise<void>,
  silence: (ms: number) => Promise<void>,
) {
  for (const utterance of utterances) {
    if (utterance.kind === 'pause') {
      await silence(utterance.pauseMs)
      continue
    }
    const phonemes = await toPhonemes(utterance.spoken, languageCode)
    for (const [index, tokens] of tokenStretches(phonemes, kokoro.vocabulary).entries()) {
      if (index > 0) await silence(breathMs / speed)
      await write(trimEdges(await kokoro.speak(tokens, voice, speed)))
    }
  }
}

function measureCue(cue: Cue): number {
  return cue.kind === 'sentence' ? cue.sentence.text.length : 0
}

function toMs(samples: number): number {
  return Math.round((samples / sampleRate) * 1000)
}
