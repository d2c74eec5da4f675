import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { isTerminal } from '../tasks/present-task.ts'
import { notWaiting, readResult, type WaitingClient, whileWaiting } from '../tasks/wait-for-task.ts'
import { readSpokenPart, type SentenceTime, type SpokenPart } from './speech-parts.ts'

interface SpeechResultRow {
  result: [{ file: { key: string }; bytes: number; duration_ms: number }]
  sentences: SentenceTime[]
}

export interface AudioPart extends SpokenPart {
  /** The duration of the whole speech, once it is known. */
  durationMs?: number
}

/** A worker that took over must have spoken the same up to here. */
const comparedBytes = 1024

/**
 * Yields the audio of a speech task while it runs: part by part, then the rest of the finished file.
 * Together they are that file, except that a WAV or FLAC header does not know the length yet. Throws
 * if the task fails. If the caller leaves, the task is cancelled.
 */
export async function* followSpeech(
  deps: Pick<Deps, 'db' | 'bus' | 'queue' | 'clock' | 'storage'>,
  actor: Actor,
  taskId: string,
  waiting: WaitingClient,
): AsyncGenerator<AudioPart> {
  let sentBytes = 0
  let sentSentences = 0
  let tail = Buffer.alloc(0)
  for await (const task of whileWaiting(deps, actor, taskId, waiting)) {
    if (isTerminal(task)) {
      const spoken = readResult<SpeechResultRow>(task)
      await requireSameSpeech(deps, spoken, sentBytes, tail)
      yield* readRest(deps, spoken, sentBytes, spoken.sentences.slice(sentSentences))
      return
    }
    for (;;) {
      const part = await readSpokenPart(deps, taskId, sentBytes)
      if (!part) break
      sentBytes += part.audio.length
      sentSentences += part.sentences.length
      tail = Buffer.from(part.audio.subarray(-comparedBytes))
      yield part
    }
  }
  throw notWaiting(waiting)
}

async function requireSameSpeech(
  { storage }: Pick<Deps, 'storage'>,
  { result: [{ file }] }: SpeechResultRow,
  sentBytes: number,
  tail: Buffer,
): Promise<void> {
  if (sentBytes === 0) return
  const range = { start: sentBytes - tail.length, end: sentBytes - 1 }
  const { stream } = await storage.open(file.key, range)
  const same = Buffer.concat(await stream.toArray()).equals(tail)
  if (!same) throw problem('task_failed', { detail: 'The speech started again, and differs.' })
}

async function* readRest(
  { storage }: Pick<Deps, 'storage'>,
  { result: [{ file, bytes, duration_ms }] }: SpeechResultRow,
  start: number,
  sentences: SentenceTime[],
): AsyncGenerator<AudioPart> {
  if (start >= bytes) return
  const { stream } = await storage.open(file.key, { start })
  let ended = sentences
  for await (const audio of stream) {
    yield { audio, sentences: ended, durationMs: duration_ms }
    ended = []
  }
}
