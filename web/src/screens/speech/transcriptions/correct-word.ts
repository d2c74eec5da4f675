import type { Transcription } from '@atelier/sdk'

export type Phrase = Transcription['payload']['phrases'][number]
type Word = NonNullable<Phrase['words']>[number]

/**
 * Replaces one word in the phrases. Several new words share its time. An empty text removes the
 * word, and a phrase without words is removed too.
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

/** If the engine returns no single words, the whole phrase is corrected. */
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
