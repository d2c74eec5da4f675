import { EngineError } from '../../engine-error.ts'
import { badAnswer } from '../../external/answer-error.ts'
import { callApi } from '../../external/call-engine.ts'
import { callbackBody, callbackMalformed, readHeader, requireSecret } from './callback-secret.ts'
import { knownLanguage } from './language.ts'
import { type FieldNames, phrasesFromWords, readPhrases, readWords } from './read-phrases.ts'
import { readText, readTime } from './read-values.ts'
import { sendAudio } from './send-audio.ts'
import type {
  Audio,
  CallbackEngine,
  ProviderStatus,
  Transcript,
  TranscriptionTools,
} from './transcription-engine.ts'

export interface AssemblyAiConfig {
  /** Without `/v2`, such as https://api.assemblyai.com. */
  baseUrl: string
  apiKey: string
  /** The secret that callbacks must send in a header. Random, at least 32 characters. */
  callbackSecret: string
  /** Such as universal-2, in order of preference. Defaults to the provider's choice. */
  speechModels?: string[]
  timeoutSeconds?: number
  uploadSeconds?: number
}

const secretHeader = 'x-atelier-callback-secret'
const regionalLanguages = ['en_us', 'en_uk', 'en_au']
const spelling: FieldNames = {
  wordText: ['text'],
  phraseText: ['text'],
  confidence: ['confidence'],
  unitMs: 1,
}
const statuses: Record<string, ProviderStatus> = {
  queued: 'processing',
  processing: 'processing',
  completed: 'done',
  error: 'failed',
}

/**
 * AssemblyAI: the callback is only a notification. The transcript is fetched, and the status can be
 * polled.
 */
export function assemblyAi(config: AssemblyAiConfig): CallbackEngine {
  const { baseUrl, apiKey: authorization, timeoutSeconds = 60 } = config
  const api = { baseUrl, authorization, timeoutSeconds }

  async function fetchJob(providerJobId: string, tools: TranscriptionTools) {
    const answer = await callApi(tools, api, {
      path: `/v2/transcript/${encodeURIComponent(providerJobId)}`,
    })
    if (answer.id !== providerJobId) throw badAnswer('The engine’s response is for another job.')
    return { answer, status: readStatus(answer.status) }
  }

  return {
    callsBack: true,
    async submit({ audio, languageCode, callbackUrl }, tools) {
      const audioUrl = await uploadAudio(audio, config, tools)
      const body = {
        audio_url: audioUrl,
        webhook_url: callbackUrl,
        webhook_auth_header_name: secretHeader,
        webhook_auth_header_value: config.callbackSecret,
        ...(languageCode
          ? { language_code: knownLanguage(britishAsUk(languageCode), regionalLanguages) }
          : { language_detection: true }),
        speaker_labels: true,
        punctuate: true,
        ...(config.speechModels ? { speech_models: config.speechModels } : {}),
      }
      const created = await callApi(tools, api, { path: '/v2/transcript', body })
      const providerJobId = readText(created.id)
      if (!providerJobId) throw badAnswer('The engine did not return a job id.')
      return { providerJobId }
    },
    readCallback(callback) {
      requireSecret(readHeader(callback, secretHeader), config.callbackSecret)
      const body = callbackBody(callback)
      const providerJobId = readText(body.transcript_id)
      const status = readStatus(body.status)
      if (!providerJobId || !status) {
        throw callbackMalformed('The callback has no job id or no status.')
      }
      const eventId = `${providerJobId}:${status}`
      return { eventId, providerJobId, status, needsFetch: status !== 'processing' }
    },
    async fetchResult(providerJobId, tools) {
      const { answer, status } = await fetchJob(providerJobId, tools)
      if (status === 'failed') throw failed(answer.error)
      if (status === 'done') return readTranscript(answer)
      throw new EngineError('engine_not_done', 'The engine is still working.', { retryable: true })
    },
    async ask(providerJobId, tools) {
      return (await fetchJob(providerJobId, tools)).status ?? 'unknown'
    },
  }
}

/** Uploads a local recording. A URL is passed to the provider. */
async function uploadAudio(audio: Audio, config: AssemblyAiConfig, tools: TranscriptionTools) {
  if ('url' in audio) return audio.url
  const headers = {
    authorization: config.apiKey,
    'content-type': 'application/octet-stream',
  }
  const call = { url: `${config.baseUrl}/v2/upload`, headers }
  const uploaded = await sendAudio(audio, call, tools, config.uploadSeconds ?? 1800)
  const url = readText(uploaded.upload_url)
  if (!url) throw badAnswer('The engine did not accept the recording.')
  return url
}

function britishAsUk(languageCode: string): string {
  return languageCode.toLowerCase() === 'en-gb' ? 'en-uk' : languageCode
}

function readStatus(value: unknown): ProviderStatus | undefined {
  return typeof value === 'string' && Object.hasOwn(statuses, value) ? statuses[value] : undefined
}

function failed(said: unknown): EngineError {
  const reason = readText(said)
  const message = reason
    ? `The engine could not transcribe the recording: ${reason.replace(/\s+/g, ' ').slice(0, 300)}`
    : 'The engine could not transcribe the recording.'
  return new EngineError('engine_failed', message)
}

function readTranscript(answer: Record<string, unknown>): Transcript {
  const utterances = readPhrases(answer.utterances, spelling)
  const phrases =
    utterances.length > 0 ? utterances : phrasesFromWords(readWords(answer.words, spelling))
  const language = readText(answer.language_code)
  const told = readTime(answer.audio_duration, 1000)
  return {
    durationMs: Math.max(told ?? 0, ...phrases.map(({ end }) => end)),
    phrases,
    ...(language === undefined ? {} : { language }),
  }
}
