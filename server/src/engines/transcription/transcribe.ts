import { EngineError } from '../engine-error.ts'
import { sampleRate } from '../media/audio-decoder.ts'
import { type AudioBlock, openAudio } from '../media/decode-audio.ts'
import { alignWords } from './align-words.ts'
import type { Segment } from './cut-segments.ts'
import { frameMs, openDetector } from './detect-speech.ts'
import { fillTimes } from './fill-times.ts'
import { findSpeech } from './find-speech.ts'
import { openMoonshine, type Recognise } from './moonshine.ts'
import { type Phrase, splitPhrases } from './split-phrases.ts'
import { wordsOfTokens } from './words-of-tokens.ts'

export interface TranscriptionModels {
  /** The encoder file. The decoder is next to it. */
  moonshine: string
  silero: string
}

/** Finished phrases. Everything before `doneMs` has been reported. */
export interface TranscriptionPart {
  phrases: Phrase[]
  doneMs: number
}

export interface TranscribeOptions {
  models: TranscriptionModels
  /** Where an earlier run stopped: the `doneMs` of its last part. */
  startMs: number
  threads: number
  onPart(part: TranscriptionPart): void
  onProgress(doneMs: number, durationMs: number | undefined): void
}

const maxDurationMs = 4 * 60 * 60 * 1000

/** Transcribes a file's audio part by part. Memory use doesn't grow with the length. */
export async function transcribe(mediaPath: string, options: TranscribeOptions) {
  const { models, startMs, threads, onPart, onProgress } = options
  // Parts end on frame boundaries. Any other value is rounded down to the unfinished frame.
  const startFrame = Math.floor(startMs / frameMs)
  const audio = openAudio(mediaPath)
  try {
    requireShort(audio.durationMs ?? 0)
    const recognise = await openMoonshine(models.moonshine, threads)
    const detect = await openDetector(models.silero)
    const counted = countSamples(audio.blocks())
    let phraseCount = 0
    let reachedMs = startMs
    for await (const { segment, doneFrame } of findSpeech(counted.blocks, detect, startFrame)) {
      // The last frame is padded with silence, so clamp the time to the end of the file.
      const doneMs = Math.min(doneFrame * frameMs, counted.endMs)
      if (doneMs <= reachedMs) continue
      const phrases = segment ? await transcribeSegment(segment, doneMs, recognise) : []
      phraseCount += phrases.length
      onPart({ phrases, doneMs })
      onProgress(doneMs, audio.durationMs)
      reachedMs = doneMs
    }
    requireSound(counted.endMs)
    const durationMs = counted.endMs
    if (durationMs > reachedMs) onPart({ phrases: [], doneMs: durationMs })
    // Only the caller knows whether an earlier run found anything.
    const foundNothing = startMs === 0 && phraseCount === 0
    return {
      durationMs,
      warnings: warningsOf({ foundNothing, damagedPackets: audio.damagedPackets }),
    }
  } finally {
    audio.close()
  }
}

async function transcribeSegment(
  { samples, startFrame }: Segment,
  endMs: number,
  recognise: Recognise,
): Promise<Phrase[]> {
  const words = wordsOfTokens(await recognise(samples))
  const texts = words.map(({ text }) => text)
  const offsetMs = startFrame * frameMs
  const room = { startMs: 0, endMs: endMs - offsetMs }
  const times = fillTimes(texts, await alignWords(samples, texts), room)
  const timed = words.map(({ text, confidence }, at) => ({
    text,
    startMs: offsetMs + (times[at]?.startMs ?? 0),
    endMs: offsetMs + (times[at]?.endMs ?? 0),
    confidence: Math.round(confidence * 1000) / 1000,
  }))
  return splitPhrases(timed)
}

/** Passes blocks through and tracks where they end, because the container may be wrong. */
function countSamples(blocks: Iterable<AudioBlock>) {
  const counted = { endMs: 0, blocks: pass() }
  function* pass() {
    for (const block of blocks) {
      const endSample = block.startSample + block.samples.length
      counted.endMs = Math.round((endSample / sampleRate) * 1000)
      requireShort(counted.endMs)
      yield block
    }
  }
  return counted
}

function requireShort(durationMs: number): void {
  if (durationMs <= maxDurationMs) return
  throw new EngineError(
    'too_long',
    'The file is longer than four hours. Split it into shorter files.',
  )
}

function requireSound(endMs: number): void {
  if (endMs > 0) return
  throw new EngineError('not_media', 'The audio in the file is damaged and cannot be read.')
}

function warningsOf(facts: { foundNothing: boolean; damagedPackets: number }): string[] {
  const warnings: string[] = []
  if (facts.foundNothing) warnings.push('No speech was found in the file.')
  if (facts.damagedPackets > 0) {
    warnings.push('Parts of the audio are damaged; speech there may be missing.')
  }
  return warnings
}
