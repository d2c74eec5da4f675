import { EngineError } from '../engine-error.ts'
import { sampleRate } from '../media/audio-decoder.ts'
import { type AudioBlock, openAudio } from '../media/decode-audio.ts'
import type { Segment } from './cut-segments.ts'
import { frameMs, openDetector } from './detect-speech.ts'
import { findSpeech } from './find-speech.ts'
import { type Listener, openListener, type TranscriptionModels } from './open-listener.ts'
import { type Phrase, splitPhrases } from './split-phrases.ts'

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
  /** Such as `de`; undefined to detect it. */
  language?: string | undefined
  /** Writes English, whatever is spoken. */
  translate?: boolean | undefined
  onPart(part: TranscriptionPart): void
  onProgress(doneMs: number, durationMs: number | undefined): void
}

export const maxDurationMs = 4 * 60 * 60 * 1000

/** Transcribes a file's audio part by part. Memory use doesn't grow with the length. */
export async function transcribe(mediaPath: string, options: TranscribeOptions) {
  const { models, startMs, onPart, onProgress } = options
  // Parts end on frame boundaries. Any other value is rounded down to the unfinished frame.
  const startFrame = Math.floor(startMs / frameMs)
  const audio = openAudio(mediaPath)
  try {
    requireShort(audio.durationMs ?? 0)
    const listener = await openListener(models, options)
    const detect = await openDetector(models.silero)
    const counted = countSamples(audio.blocks())
    let phraseCount = 0
    let reachedMs = startMs
    for await (const { segment, doneFrame } of findSpeech(
      counted.blocks,
      detect,
      startFrame,
      listener.maxFrames,
    )) {
      // The last frame is padded with silence, so clamp the time to the end of the file.
      const doneMs = Math.min(doneFrame * frameMs, counted.endMs)
      if (doneMs <= reachedMs) continue
      const phrases = segment ? await transcribeSegment(segment, doneMs, listener) : []
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
      engine: listener.engine,
      language: listener.language,
      warnings: listWarnings({ foundNothing, damagedPackets: audio.damagedPackets }),
    }
  } finally {
    audio.close()
  }
}

async function transcribeSegment(
  { samples, startFrame }: Segment,
  endMs: number,
  listener: Listener,
): Promise<Phrase[]> {
  const offsetMs = startFrame * frameMs
  const words = await listener.listen(samples, endMs - offsetMs)
  const timed = words.map((word) => ({
    ...word,
    startMs: offsetMs + word.startMs,
    endMs: offsetMs + word.endMs,
  }))
  return splitPhrases(timed, listener.separator)
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

function listWarnings(facts: { foundNothing: boolean; damagedPackets: number }): string[] {
  const warnings: string[] = []
  if (facts.foundNothing) warnings.push('No speech was found in the file.')
  if (facts.damagedPackets > 0) {
    warnings.push('Parts of the audio are damaged; speech there may be missing.')
  }
  return warnings
}
