import type { Transcription } from '@atelier/sdk'

export type Phrase = Transcription['payload']['phrases'][number]
type Word = NonNullable<Phrase['words']>[number]

/**
 * The phrases with one word written differently. Several words share its time; none takes it out, and
 * a phrase without words goes with it.
 */
export function correctWord(
  phrases: readonly Phrase[],
  phraseAt: number,
  wordAt: number,
  text: string,
): Phrase[] {
  return phrases.flatMap((phrase, at) => {
    if (at !== phraseAt) return [phrase]
    const words = (phrase.words ?? []).flatMap((word, place) =>
      place === wordAt ? shareTime(word, text) : [word],
    )
    if (words.length === 0) return []
    return [{ ...phrase, words, text: words.map((word) => word.text).join(' ') }]
  })
}

/** A phrase of an engine that tells no words is corrected as a whole. */
export function correctPhrase(
  phrases: readonly Phrase[],
  phraseAt: number,
  text: string,
): Phrase[] {
  const words = text.trim()
  return phrases.flatMap((phrase, at) => {
    if (at !== phraseAt) return [phrase]
    return words ? [{ ...phrase, text: words }] : []
  })
}

function shareTime(word: Word, text: string): Word[] {
  const parts = text.split(/\s+/).filter(Boolean)
  const length = word.end - word.start
  return parts.map((part, at) => ({
    text: part,
    start: Math.round(word.start + (length * at) / parts.length),
    end: Math.round(word.start + (length * (at + 1)) / parts.length),
  }))
}
