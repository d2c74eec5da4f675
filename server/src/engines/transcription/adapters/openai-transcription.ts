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
      const headers: Record<string, string> = {}
      if (config.apiKey) headers.authorization = `Bearer ${config.apiKey}`
      const call = { url: `${config.baseUrl}/v1/audio/transcriptions`, headers }
      const answer = await sendForm(fields, audio, call, tools, config.timeoutSeconds ?? 1800)
      return readVerboseJson(answer)
    },
  }
}
