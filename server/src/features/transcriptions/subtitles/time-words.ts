import type { Phrase } from '../../../engines/transcription/adapters/transcription-engine.ts'
import { alignWords } from './align-words.ts'
import { type Piece, splitWords } from './split-words.ts'

export interface TimedPiece extends Piece {
  startMs: number
  endMs: number
}

interface Span {
  startMs: number
  endMs: number
}

/** Letters and their time span. */
interface TimedLetters extends Span {
  text: string
}

/**
 * The words of a phrase's text, each with its time. The text is authoritative, because a person may
 * have corrected it. The engine's words give the times where they match; elsewhere the time in
 * between is distributed by letters.
 */
export function timeWords(phrase: Phrase): TimedPiece[] {
  const pieces = splitWords(phrase.text)
  const startMs = usable(phrase.start) ? phrase.start : 0
  const endMs = usable(phrase.end) ? Math.max(phrase.end, startMs) : startMs
  const words = timeWordsOfPhrase(phrase, startMs)
  // Engines split words differently than we do, so equal letters are enough.
  const agrees = joinText(words) === joinText(pieces)
  return agrees
    ? timeByLetters(pieces, words)
    : timeByLetters(pieces, alignedStretches(pieces, words, { startMs, endMs }))
}

/** Spans with the letters of the pieces: one per match, and one for each gap between matches. */
function alignedStretches(pieces: Piece[], words: TimedLetters[], whole: Span): TimedLetters[] {
  const found = alignWords(pieces.map(normalizeWord), words.map(normalizeWord))
  const stretches: TimedLetters[] = []
  let unknown = ''
  let knownMs = whole.startMs
  const spreadUntil = (timeMs: number) => {
    if (unknown) stretches.push({ text: unknown, startMs: knownMs, endMs: timeMs })
    unknown = ''
  }
  for (const [i, { text }] of pieces.entries()) {
    const word = words[found[i] ?? -1]
    if (!word) {
      unknown += text
      continue
    }
    spreadUntil(word.startMs)
    stretches.push({ ...word, text })
    knownMs = word.endMs
  }
  spreadUntil(Math.max(knownMs, whole.endMs))
  return stretches
}

/** An extra comma or capital letter does not make a different word. */
function normalizeWord({ text }: { text: string }): string {
  return text.toLowerCase().replace(/(?!^)(?<!\p{P})\p{P}+$|^\p{P}+(?!$)/gu, '')
}

function timeByLetters(pieces: Piece[], stretches: TimedLetters[]): TimedPiece[] {
  const starts: number[] = []
  const ends: number[] = []
  for (const { text, startMs, endMs } of stretches) {
    const letterMs = (endMs - startMs) / text.length
    for (let i = 0; i < text.length; i++) {
      starts.push(startMs + i * letterMs)
      ends.push(startMs + (i + 1) * letterMs)
    }
  }
  let at = 0
  return pieces.map((piece) => {
    const startMs = Math.round(starts[at] ?? 0)
    at += piece.text.length
    return { ...piece, startMs, endMs: Math.round(ends[at - 1] ?? startMs) }
  })
}

/** Engines return words that overlap, run backwards or have no time; those without are dropped. */
function timeWordsOfPhrase(phrase: Phrase, phraseStartMs: number): TimedLetters[] {
  const words: TimedLetters[] = []
  let earliestMs = phraseStartMs
  for (const word of phrase.words ?? []) {
    const text = joinText(splitWords(word.text))
    if (text === '' || !usable(word.start) || !usable(word.end)) continue
    const startMs = Math.max(word.start, earliestMs)
    const endMs = Math.max(word.end, startMs)
    words.push({ text, startMs, endMs })
    earliestMs = endMs
  }
  return words
}

function joinText(parts: { text: string }[]): string {
  return parts.map(({ text }) => text).join('')
}

/** Up to thirty years; larger numbers are errors, and the largest cannot be formatted. */
function usable(timeMs: number): boolean {
  return timeMs >= 0 && timeMs < 1e12
}
