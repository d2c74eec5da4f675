import type { Fetch } from '../../external/fetch.ts'

/** Times are milliseconds from the start of the recording. */
export interface Word {
  text: string
  start: number
  end: number
  /** 0–1; absent where the engine does not say. */
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
  /** As the engine writes it: a code or a name; absent where it does not say. */
  language?: string
}

/** A recording of ours. It is read again for each attempt, and never held in memory as a whole. */
export interface LocalAudio {
  fileName: string
  contentType: string
  sizeBytes: number
  open(): AsyncIterable<Uint8Array>
}

/** For engines that fetch by themselves a public address will do. */
export type Audio = LocalAudio | { url: string }

export interface TranscriptionJob<Source extends Audio = LocalAudio> {
  audio: Source
  /** BCP 47, such as en-US; without it the engine finds out, if it can. */
  languageCode?: string
}

export interface TranscriptionTools {
  fetch: Fetch
  signal?: AbortSignal
  onProgress?: (percent: number, stage: string) => void
}

/** One that is waited for. */
export interface DirectEngine {
  name: string
  callsBack: false
  transcribe(job: TranscriptionJob, tools: TranscriptionTools): Promise<Transcript>
}

export type ProviderStatus = 'processing' | 'done' | 'failed'

/** What a callback says, once it is certain who sent it. The caller drops an `eventId` it has seen. */
export interface CallbackEvent {
  eventId: string
  /** The caller checks that this is the job which the address of the callback belongs to. */
  providerJobId: string
  status: ProviderStatus
  /** The callback is only a notice; `fetchResult` has the transcript, or throws why there is none. */
  needsFetch: boolean
  transcript?: Transcript
  /** Why it failed, in a sentence for the person who asked. */
  error?: string
}

export interface Callback {
  /** Names in lower case, as Node gives them. */
  headers: Record<string, string | string[] | undefined>
  rawBody: Uint8Array
}

/** One that takes a job and calls back when it is done. */
export interface CallbackEngine {
  name: string
  callsBack: true
  submit(
    job: TranscriptionJob<Audio> & { callbackUrl: string },
    tools: TranscriptionTools,
  ): Promise<{ providerJobId: string }>
  /** Throws an EngineError `callback_refused` or `callback_malformed`. */
  readCallback(callback: Callback): CallbackEvent
  fetchResult(providerJobId: string, tools: TranscriptionTools): Promise<Transcript>
  /** For a job whose callback does not come; `unknown` where the provider cannot be asked. */
  ask(providerJobId: string, tools: TranscriptionTools): Promise<ProviderStatus | 'unknown'>
}

export type TranscriptionEngine = DirectEngine | CallbackEngine
