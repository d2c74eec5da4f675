import type { Phrase } from './correct-word.ts'

/** A word in all that was said; a phrase of an engine that tells no words is one. */
export interface Place {
  phraseAt: number
  wordAt: number | undefined
  start: number
  end: number
}

export function placesOf(phrases: readonly Phrase[]): Place[] {
  return phrases.flatMap(({ words, start, end }, phraseAt): Place[] =>
    words && words.length > 0
      ? words.map((word, wordAt) => ({ phraseAt, wordAt, start: word.start, end: word.end }))
      : [{ phraseAt, wordAt: undefined, start, end }],
  )
}
