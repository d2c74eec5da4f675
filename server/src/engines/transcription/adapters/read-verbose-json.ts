import { badAnswer } from '../../external/answer-error.ts'
import {
  addWords,
  type FieldNames,
  phrasesFromWords,
  readPhrases,
  readWords,
} from './read-phrases.ts'
import { readText, readTime } from './read-values.ts'
import type { Phrase, Transcript } from './transcription-engine.ts'

const spelling: FieldNames = {
  wordText: ['word', 'text'],
  phraseText: ['text'],
  confidence: ['probability', 'confidence'],
  unitMs: 1000,
}

/**
 * Reads the verbose_json format of Whisper servers. Some return segments with words, some a list of
 * words next to the segments, some only segments, words or text. Any of these is enough.
 */
export function readVerboseJson(answer: Record<string, unknown>): Transcript {
  const text = readText(answer.text)
  const words = readWords(answer.words, spelling)
  const segments = readPhrases(answer.segments, spelling)
  const lists = [answer.segments, answer.words]
  if (typeof answer.text !== 'string' && !lists.some(Array.isArray)) {
    throw badAnswer('The engine returned no text.')
  }
  const phrases = segments.length > 0 ? addWords(segments, words) : phrasesFromWords(words)
  const told = readTime(answer.duration, 1000)
  const spokenMs = Math.max(0, ...phrases.map(({ end }) => end))
  const durationMs = Math.max(told ?? 0, spokenMs)
  const language = readText(answer.language)
  return {
    durationMs,
    phrases: phrases.length > 0 ? phrases : wholeText(text, durationMs),
    ...(language === undefined ? {} : { language }),
  }
}

/** Without times, the text is one phrase as long as the recording. */
function wholeText(text: string | undefined, durationMs: number): Phrase[] {
  return text === undefined ? [] : [{ start: 0, end: durationMs, text, words: [] }]
}
