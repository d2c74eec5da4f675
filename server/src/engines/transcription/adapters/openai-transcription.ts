import { bearer, toCall } from '../../external/call-engine.ts'
import { primaryLanguage } from './language.ts'
import { readVerboseJson } from './read-verbose-json.ts'
import { type Field, sendForm } from './send-audio.ts'
import type { DirectEngine } from './transcription-engine.ts'

export interface OpenAiTranscriptionConfig {
  /** Without `/v1`, such as https://api.openai.com. */
  baseUrl: string
  apiKey?: string
  model: string
  timeoutSeconds?: number
}

/** `POST /v1/audio/transcriptions` of OpenAI and compatible servers. */
export function openAiTranscription(config: OpenAiTranscriptionConfig): DirectEngine {
  return {
    callsBack: false,
    async transcribe({ audio, languageCode }, tools) {
      tools.onProgress?.(0, 'waiting for openai')
      const fields: Field[] = [
        ['model', config.model],
        ['response_format', 'verbose_json'],
        ['timestamp_granularities[]', 'word'],
        ['timestamp_granularities[]', 'segment'],
      ]
      if (languageCode) fields.push(['language', primaryLanguage(languageCode)])
      const { baseUrl, apiKey, timeoutSeconds = 1800 } = config
      const api = { baseUrl, authorization: bearer(apiKey), timeoutSeconds }
      const call = toCall(api, { path: '/v1/audio/transcriptions' })
      const answer = await sendForm(fields, audio, call, tools, timeoutSeconds)
      return readVerboseJson(answer)
    },
  }
}
