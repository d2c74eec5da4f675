import type { AudioFormat } from '../../media/audio-writer.ts'
import type { EngineContext } from '../../outpainting/adapters/engine.ts'

/** `fetch`, a signal and a way to tell progress: the same for every engine behind HTTP. */
export type SpeechContext = EngineContext

export interface SpeechRequest {
  text: string
  useSsml: boolean
  /** What the provider calls the voice. */
  voice: string
  speed: number
  instructions?: string
  format: AudioFormat
}

export interface SpeechAnswer {
  bytes: Uint8Array
  contentType: string
  engine: { name: string; version: string; instructionsApplied: boolean }
  warnings: string[]
}

/** A speech engine behind HTTP, ready to use. It gives no times of sentences. */
export interface SpeechEngine {
  name: string
  speak(request: SpeechRequest, context: SpeechContext): Promise<SpeechAnswer>
}
