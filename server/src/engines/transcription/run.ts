import type { EngineTools } from '../declare-engine.ts'
import type { TranscriptionModels } from './open-listener.ts'
import { type TranscriptionPart, transcribe } from './transcribe.ts'

export interface TranscriptionRequest {
  mediaPath: string
  /** 0, or the `doneMs` of the last part from an earlier run. */
  startMs: number
  models: TranscriptionModels
  /** Such as `de`; undefined to detect it. Ignored by an English-only model. */
  language?: string | undefined
  /** Writes English, whatever is spoken. Needs a multilingual model. */
  translate?: boolean | undefined
  threads?: number
}

/** Transcription for the child process: reports phrases as they finish, returns the metadata. */
export async function run(request: TranscriptionRequest, tools: EngineTools<TranscriptionPart>) {
  const { mediaPath, threads = 2, ...rest } = request
  return transcribe(mediaPath, {
    ...rest,
    threads,
    onPart: tools.onPart,
    onProgress: (doneMs, durationMs) => {
      const percent = durationMs ? Math.min(99, Math.floor((doneMs / durationMs) * 100)) : 0
      const total = durationMs ? ` of ${clockTime(durationMs)}` : ''
      tools.onProgress(percent, `transcribing ${clockTime(doneMs)}${total}`)
    },
  })
}

/** 0:07, 12:30, 1:00:00. */
function clockTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
