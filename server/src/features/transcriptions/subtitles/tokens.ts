import type { Phrase } from '../../../engines/transcription/adapters/transcription-engine.ts'
import { cutToWidth, measureWidth } from './measure-text.ts'
import { cleanText, splitAtNoBreakSpaces } from './split-words.ts'
import { type TimedPiece, timeWords } from './time-words.ts'

/** An unbreakable piece of text with its time. */
export interface Token extends TimedPiece {
  columns: number
  endsPhrase: boolean
  /** The rest of a word that is wider than a line and had to be cut. */
  cutFromWord: boolean
}

/** One speaker's words without a long pause. */
export interface Turn {
  tokens: Token[]
  speaker?: string
  /** The previous turn has a different speaker. */
  speakerChanged: boolean
}

/** A cue across such a silence would show words spoken long ago or not yet spoken. */
const longPauseMs = 2_000

/**
 * All speech in chronological order. When people talk at the same time their phrases follow one
 * another, because cues must not overlap: words spoken meanwhile wait for their turn.
 */
export function splitTurns(phrases: readonly Phrase[]): Turn[] {
  const turns: Turn[] = []
  const ordered = phrases.toSorted((a, b) => (a.start || 0) - (b.start || 0))
  let earliest = 0
  for (const phrase of ordered) {
    const timed = timeWords(phrase)
    const speaker = cleanName(phrase.speaker)
    for (const [i, piece] of timed.entries()) {
      const startMs = Math.max(piece.startMs, earliest)
      const endMs = Math.max(piece.endMs, startMs)
      const token: Token = {
        ...piece,
        startMs,
        endMs,
        columns: measureWidth(piece.text),
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

/** Cuts tokens wider than a line; the first line of a turn is narrower if it shows a name. */
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
  const computeTime = (letter: number) =>
    Math.round(token.startMs + (letter / letters) * (token.endMs - token.startMs))
  let at = 0
  return cuts.map((cut, i) => {
    const startMs = computeTime(at)
    at += cut.text.length
    const endsPhrase = token.endsPhrase && i === cuts.length - 1
    return { ...cut, columns: measureWidth(cut.text), startMs, endMs: computeTime(at), endsPhrase }
  })
}

function cleanName(speaker: string | undefined): string | undefined {
  const name = cleanText(speaker ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  return name === '' ? undefined : name
}
