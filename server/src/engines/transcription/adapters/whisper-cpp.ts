import { EngineError } from '../../engine-error.ts'
import { isObject } from '../../external/json.ts'
import { primaryLanguage } from './language.ts'
import { readNumber, readObjects } from './read-values.ts'
import { readVerboseJson } from './read-verbose-json.ts'
import { type Field, sendForm } from './send-audio.ts'
import type { DirectEngine } from './transcription-engine.ts'

export interface WhisperCppConfig {
  /** Without a path, such as http://127.0.0.1:8080. */
  baseUrl: string
  timeoutSeconds?: number
}

/** `POST /inference` of whisper.cpp's server. It expects WAV unless started with --convert. */
export function whisperCpp(config: WhisperCppConfig): DirectEngine {
  return {
    callsBack: false,
    async transcribe({ audio, languageCode }, tools) {
      tools.onProgress?.(0, 'waiting for whisper-cpp')
      const fields: Field[] = [
        ['response_format', 'verbose_json'],
        ['temperature', '0'],
        // Without it a segment may end in the middle of a word.
        ['split_on_word', 'true'],
        ['language', languageCode ? primaryLanguage(languageCode) : 'auto'],
      ]
      const call = { url: `${config.baseUrl}/inference`, headers: {} }
      const answer = await sendForm(fields, audio, call, tools, config.timeoutSeconds ?? 1800)
      // The server reports errors with status 200.
      if (typeof answer.error === 'string') {
        const message = `The engine rejected the request: ${answer.error.slice(0, 300)}`
        throw new EngineError('engine_refused', message, { field: 'audio_url' })
      }
      const segments = readObjects(answer.segments).map((segment) => ({
        ...segment,
        words: joinTokens(segment.words),
      }))
      return readVerboseJson(Array.isArray(answer.segments) ? { ...answer, segments } : answer)
    },
  }
}

/** The server's "words" are model tokens, which are parts of words. A word starts with a space. */
function joinTokens(tokens: unknown): unknown[] {
  const words: { word: string; start: unknown; end: unknown; probability: number }[] = []
  for (const token of Array.isArray(tokens) ? tokens : []) {
    if (!isObject(token) || typeof token.word !== 'string') continue
    const probability = readNumber(token.probability) ?? 1
    const word = words.at(-1)
    if (!word || /^\s/.test(token.word)) {
      words.push({ word: token.word, start: token.start, end: token.end, probability })
      continue
    }
    word.word += token.word
    word.end = token.end
    word.probability = Math.min(word.probability, probability)
  }
  return words
}
