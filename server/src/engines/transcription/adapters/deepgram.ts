import { EngineError } from '../../engine-error.ts'
import { badAnswer } from '../../external/answer-error.ts'
import { callApi, toCall } from '../../external/call-engine.ts'
import { isObject } from '../../external/json.ts'
import { callbackBody, callbackMalformed, readHeader, requireSecret } from './callback-secret.ts'
import { knownLanguage } from './language.ts'
import { type FieldNames, phrasesFromWords, readPhrases, readWords } from './read-phrases.ts'
import { readObjects, readText, readTime } from './read-values.ts'
import { sendAudio } from './send-audio.ts'
import type { CallbackEngine, Transcript } from './transcription-engine.ts'

export interface DeepgramConfig {
  /** Without `/v1`, such as https://api.deepgram.com. */
  baseUrl: string
  apiKey: string
  /** The password for callbacks. Random, at least 32 characters. */
  callbackSecret: string
  /** Such as nova-3. Defaults to the provider's choice. */
  model?: string
  timeoutSeconds?: number
  uploadSeconds?: number
}

const callbackUser = 'atelier'
const regionalLanguages = (
  'en-US en-AU en-GB en-IN en-NZ da-DK de-CH es-419 fr-CA ko-KR nl-BE pt-BR pt-PT sv-SE th-TH ' +
  'zh-CN zh-TW zh-HK zh-Hans zh-Hant'
).split(' ')
const spelling: FieldNames = {
  wordText: ['punctuated_word', 'word'],
  phraseText: ['transcript'],
  confidence: ['confidence'],
  unitMs: 1000,
}

/**
 * Deepgram: the callback contains the whole result, and it can't be fetched again. Callbacks aren't
 * signed. They are authenticated by the password in the callback URL, which comes back as basic
 * authentication. (The dg-token header is no longer meant for that, since October 2026.)
 */
export function deepgram(config: DeepgramConfig): CallbackEngine {
  return {
    callsBack: true,
    async submit({ audio, languageCode, callbackUrl }, tools) {
      const callback = new URL(callbackUrl)
      callback.username = callbackUser
      callback.password = config.callbackSecret
      const query = new URLSearchParams({
        callback: callback.href,
        punctuate: 'true',
        utterances: 'true',
        diarize: 'true',
        ...(languageCode
          ? { language: knownLanguage(languageCode, regionalLanguages) }
          : { detect_language: 'true' }),
        ...(config.model ? { model: config.model } : {}),
      })
      const { baseUrl, apiKey, timeoutSeconds = 60, uploadSeconds = 1800 } = config
      const api = { baseUrl, authorization: `Token ${apiKey}`, timeoutSeconds }
      const path = `/v1/listen?${query}`
      const answer =
        'url' in audio
          ? await callApi(tools, api, { path, body: { url: audio.url } })
          : await sendAudio(audio, toCall(api, { path }), tools, uploadSeconds)
      const providerJobId = readText(answer.request_id)
      if (!providerJobId) throw badAnswer('The engine did not return a job id.')
      return { providerJobId }
    },
    readCallback(callback) {
      requireSecret(readPassword(readHeader(callback, 'authorization')), config.callbackSecret)
      const body = callbackBody(callback)
      const metadata = isObject(body.metadata) ? body.metadata : body
      const providerJobId = readText(metadata.request_id)
      if (!providerJobId) throw callbackMalformed('The callback has no job id.')
      const about = { providerJobId, needsFetch: false }
      if (isObject(body.results)) {
        const transcript = readTranscript(body.results, metadata)
        return { ...about, eventId: `${providerJobId}:done`, status: 'done', transcript }
      }
      const reason = readText(body.err_msg) ?? readText(body.message)
      if (reason === undefined) {
        throw callbackMalformed('The callback has neither a result nor an error.')
      }
      const error = `The engine could not transcribe the recording: ${reason.slice(0, 300)}`
      return { ...about, eventId: `${providerJobId}:failed`, status: 'failed', error }
    },
    async fetchResult() {
      const message =
        'The engine sends its result only once, in its callback. Submit the job again.'
      throw new EngineError('engine_cannot_be_asked', message)
    },
    async ask() {
      return 'unknown'
    },
  }
}

function readPassword(authorization: string | undefined): string | undefined {
  const encoded = /^basic +([\w+/=-]+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const pair = Buffer.from(encoded, 'base64').toString()
  const prefix = `${callbackUser}:`
  return pair.startsWith(prefix) ? pair.slice(prefix.length) : undefined
}

function readTranscript(
  results: Record<string, unknown>,
  metadata: Record<string, unknown>,
): Transcript {
  const [channel] = readObjects(results.channels)
  const [alternative] = readObjects(channel?.alternatives)
  const utterances = readPhrases(results.utterances, spelling)
  const phrases =
    utterances.length > 0 ? utterances : phrasesFromWords(readWords(alternative?.words, spelling))
  const language = readText(channel?.detected_language)
  const told = readTime(metadata.duration, 1000)
  return {
    durationMs: Math.max(told ?? 0, ...phrases.map(({ end }) => end)),
    phrases,
    ...(language === undefined ? {} : { language }),
  }
}
