import type { Phrase } from './correct-word.ts'

/** A word's position in the transcription. A phrase without single words counts as one word. */
export interface WordPosition {
  phraseAt: number
  wordAt: number | undefined
  start: number
  end: number
}

export function listPlaces(phrases: readonly Phrase[]): WordPosition[] {
  return phrases.flatMap(({ words, start, end }, phraseAt): WordPosition[] =>
    words && words.length > 0
      ? words.map((word, wordAt) => ({ phraseAt, wordAt, start: word.start, end: word.end }))
      : [{ phraseAt, wordAt: undefined, start, end }],
  )
}
