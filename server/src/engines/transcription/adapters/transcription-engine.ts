import type { Fetch } from '../../external/fetch.ts'

/** Times are in milliseconds from the start of the recording. */
export interface Word {
  text: string
  start: number
  end: number
  /** 0–1. Missing if the engine doesn't return it. */
  confidence?: number
}

export interface Phrase {
  start: number
  end: number
  text: string
  speaker?: string
  words?: Word[]
}

export interface Transcript {
  durationMs: number
  phrases: Phrase[]
  /** A code or name as the engine writes it. Missing if the engine doesn't return it. */
  language?: string
}

/** A local recording. It is read again for each attempt, and never held in memory as a whole. */
export interface LocalAudio {
  fileName: string
  contentType: string
  sizeBytes: number
  open(): AsyncIterable<Uint8Array>
}

/** Engines that download audio themselves also accept a public URL. */
export type Audio = LocalAudio | { url: string }

export interface TranscriptionJob<Source extends Audio = LocalAudio> {
  audio: Source
  /** BCP 47, such as en-US. If missing, the engine detects it if it can. */
  languageCode?: string
}

export interface TranscriptionTools {
  fetch: Fetch
  signal?: AbortSignal
  onProgress?: (percent: number, stage: string) => void
}

/** An engine that returns the result directly. */
export interface DirectEngine {
  callsBack: false
  transcribe(job: TranscriptionJob, tools: TranscriptionTools): Promise<Transcript>
}

export type ProviderStatus = 'processing' | 'done' | 'failed'

/** The content of an authenticated callback. The caller drops a repeated `eventId`. */
export interface CallbackEvent {
  eventId: string
  /** The caller checks that the callback URL belongs to this job. */
  providerJobId: string
  status: ProviderStatus
  /**
   * The callback is only a notification. `fetchResult` returns the transcript or throws the reason.
   */
  needsFetch: boolean
  transcript?: Transcript
  /** Why it failed, as a user-facing sentence. */
  error?: string
}

export interface Callback {
  /** Header names are lower case, as in Node. */
  headers: Record<string, string | string[] | undefined>
  rawBody: Uint8Array
}

/** An engine that accepts a job and calls back when it is done. */
export interface CallbackEngine {
  callsBack: true
  submit(
    job: TranscriptionJob<Audio> & { callbackUrl: string },
    tools: TranscriptionTools,
  ): Promise<{ providerJobId: string }>
  /** Throws an EngineError `callback_refused` or `callback_malformed`. */
  readCallback(callback: Callback): CallbackEvent
  fetchResult(providerJobId: string, tools: TranscriptionTools): Promise<Transcript>
  /** For a job whose callback doesn't arrive. `unknown` if the provider can't be polled. */
  ask(providerJobId: string, tools: TranscriptionTools): Promise<ProviderStatus | 'unknown'>
}

export type TranscriptionEngine = DirectEngine | CallbackEngine
