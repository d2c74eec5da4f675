import type { Phrase } from '../../../engines/transcription/adapters/transcription-engine.ts'
import { cutToWidth, widthOf } from './measure-text.ts'
import { cleanText, splitAtNoBreakSpaces } from './split-words.ts'
import { type TimedPiece, timeWords } from './time-words.ts'

/** A piece of text that is not broken, and when it is spoken. */
export interface Token extends TimedPiece {
  columns: number
  endsPhrase: boolean
  /** The rest of a word that is wider than a line and was cut by force. */
  cutFromWord: boolean
}

/** What one speaker says without a long pause. */
export interface Turn {
  tokens: Token[]
  speaker?: string
  /** The turn before was another's. */
  speakerChanged: boolean
}

/** A cue that stays over so long a silence would show words that were spoken long ago or come later. */
const longPauseMs = 2_000

/**
 * Everything that is said, in order of time. When people talk at once their phrases follow one
 * another, because cues may not overlap: words that were spoken meanwhile wait for their turn.
 */
export function turnsOf(phrases: readonly Phrase[]): Turn[] {
  const turns: Turn[] = []
  const ordered = phrases.toSorted((a, b) => (a.start || 0) - (b.start || 0))
  let earliest = 0
  for (const phrase of ordered) {
    const timed = timeWords(phrase)
    const speaker = nameOf(phrase.speaker)
    for (const [i, piece] of timed.entries()) {
      const startMs = Math.max(piece.startMs, earliest)
      const endMs = Math.max(piece.endMs, startMs)
      const token: Token = {
        ...piece,
        startMs,
        endMs,
        columns: widthOf(piece.text),
        endsPhrase: i === timed.length - 1,
        cutFromWord: false,
      }
      const turn = turns.at(-1)
      const speakerChanged = turn !== undefined && turn.speaker !== speaker
      if (!turn || speakerChanged || startMs - earliest >= longPauseMs) {
        turns.push({
          tokens: [token],
          speakerChanged: turn === undefined || speakerChanged,
          ...(speaker === undefined ? {} : { speaker }),
        })
      } else {
        turn.tokens.push(token)
      }
      earliest = endMs
    }
  }
  return turns
}

/** Cuts what is wider than a line, which is narrower at the start of a turn if a name stands there. */
export function fitTokens(tokens: Token[], firstColumns: number, lineColumns: number): Token[] {
  return tokens.flatMap((token, i) => {
    const limit = i === 0 ? firstColumns : lineColumns
    if (token.columns <= limit) return [token]
    const parts = splitAtNoBreakSpaces(token.text)
    const cuts = parts.flatMap((part, p) =>
      cutToWidth(part, p === 0 ? limit : lineColumns, lineColumns).map((text, c) => ({
        text,
        glued: c > 0 || (p === 0 && token.glued),
        cutFromWord: c > 0,
      })),
    )
    return spread(token, cuts)
  })
}

function spread(token: Token, cuts: Pick<Token, 'text' | 'glued' | 'cutFromWord'>[]): Token[] {
  const letters = cuts.reduce((sum, { text }) => sum + text.length, 0)
  const timeAt = (letter: number) =>
    Math.round(token.startMs + (letter / letters) * (token.endMs - token.startMs))
  let at = 0
  return cuts.map((cut, i) => {
    const startMs = timeAt(at)
    at += cut.text.length
    const endsPhrase = token.endsPhrase && i === cuts.length - 1
    return { ...cut, columns: widthOf(cut.text), startMs, endMs: timeAt(at), endsPhrase }
  })
}

function nameOf(speaker: string | undefined): string | undefined {
  const name = cleanText(speaker ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  return name === '' ? undefined : name
}
