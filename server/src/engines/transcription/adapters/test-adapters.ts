import { type Received, sendJson, useFakeEngine } from '../../../../test/fake-engine.ts'
import {
  createTranscriptionEngine,
  type TranscriptionEngineConfig,
} from './create-transcription-engine.ts'
import type {
  CallbackEngine,
  DirectEngine,
  LocalAudio,
  TranscriptionTools,
} from './transcription-engine.ts'

type Kind = TranscriptionEngineConfig['kind']
export const kinds: Kind[] = ['whisper-cpp', 'openai', 'assemblyai', 'deepgram']
export const callbackSecret = 'canary-callback-secret-of-32-letters'
export const callbackUrl = 'https://atelier.example/api/v1/webhooks/x/token-1'
export const tools: TranscriptionTools = { fetch: (url, init) => fetch(url, init) }

/** Every byte value, including line breaks and dashes, in chunks. */
export const bytes = Buffer.from(Array.from({ length: 1024 }, (_, i) => i % 256))

export const audio: LocalAudio = {
  fileName: 'my "talk"\r\n.wav',
  contentType: 'audio/wav',
  sizeBytes: bytes.length,
  async *open() {
    for (let at = 0; at < bytes.length; at += 300) yield bytes.subarray(at, at + 300)
  },
}

/** A fake provider, and how to call it. */
export function useAdapters() {
  const server = useFakeEngine()

  function buildConfig(kind: Kind, more: object = {}): TranscriptionEngineConfig {
    const base = { baseUrl: server.url, apiKey: 'sk-canary', callbackSecret, model: 'm-1', ...more }
    return { kind, ...base } as TranscriptionEngineConfig
  }

  function direct(kind: 'whisper-cpp' | 'openai', more: object = {}): DirectEngine {
    return createTranscriptionEngine(buildConfig(kind, more)) as DirectEngine
  }

  function callingBack(kind: 'assemblyai' | 'deepgram', more: object = {}): CallbackEngine {
    return createTranscriptionEngine(buildConfig(kind, more)) as CallbackEngine
  }

  /** The first call of each kind with a local recording. */
  function start(
    kind: Kind,
    more: object = {},
    change: Partial<TranscriptionTools> = {},
    source = audio,
  ) {
    const engine = createTranscriptionEngine(buildConfig(kind, more))
    const used = { ...tools, ...change }
    const job = { audio: source, languageCode: 'en-US' }
    return engine.callsBack
      ? engine.submit({ ...job, callbackUrl }, used)
      : engine.transcribe(job, used)
  }

  function first(): Received {
    return server.received[0] as Received
  }

  function answer(body: unknown, status = 200, headers = {}) {
    server.reply = (_, response) => sendJson(response, status, body, headers)
  }

  return { server, direct, callingBack, start, first, answer }
}
