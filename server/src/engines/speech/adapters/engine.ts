import type { AudioFormat } from '../../media/audio-writer.ts'
import type { EngineContext } from '../../outpainting/adapters/engine.ts'

/** `fetch`, a signal and a progress callback, the same for every HTTP engine. */
export type SpeechContext = EngineContext

export interface SpeechRequest {
  text: string
  useSsml: boolean
  /** The provider's name for the voice. */
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

/** A speech engine behind HTTP. It returns no sentence timings. */
export interface SpeechEngine {
  speak(request: SpeechRequest, context: SpeechContext): Promise<SpeechAnswer>
}
