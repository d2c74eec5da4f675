import type { Phrase } from '../../../engines/transcription/adapters/transcription-engine.ts'
import { createBreakCost } from './break-cost.ts'
import { cutCues } from './cut-cues.ts'
import { type LineLimits, layOutLines } from './lay-out-lines.ts'
import { cutToWidth, measureWidth } from './measure-text.ts'
import { setTimes } from './set-times.ts'
import { fitTokens, splitTurns, type Turn } from './tokens.ts'

export interface Cue {
  startMs: number
  endMs: number
  lines: string[]
  speaker?: string
  /**
   * The speaker's name, shortened, for formats without speakers to show who starts to talk. The
   * first line has space for it and for ": ", so that both formats break lines alike.
   */
  label?: string
}

export interface CueOptions {
  maxCharsPerLine?: number
  maxLines?: number
  /** The language of the function words: lines break before "and", not after it. */
  languageCode?: string
}

/** The speech as a subtitler would show it. Deterministic for the same phrases and options. */
export function toCues(phrases: readonly Phrase[], options: CueOptions = {}): Cue[] {
  const { maxCharsPerLine = 42, maxLines = 2, languageCode = 'en' } = options
  for (const limit of [maxCharsPerLine, maxLines]) {
    if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`${limit} is no line limit`)
  }
  const breakCost = createBreakCost(languageCode)
  const turns = splitTurns(phrases)
  const several = new Set(turns.flatMap(({ speaker }) => speaker ?? [])).size > 1
  const blocks = turns.flatMap((turn, i) => {
    const label = several ? writeLabel(turn, maxCharsPerLine) : undefined
    const firstLineReserve = label === undefined ? 0 : measureWidth(label) + 2
    const limits: LineLimits = { lineColumns: maxCharsPerLine, maxLines, firstLineReserve }
    const tokens = fitTokens(turn.tokens, maxCharsPerLine - firstLineReserve, maxCharsPerLine)
    const followedAtMs = turns[i + 1]?.tokens[0]?.startMs ?? Number.POSITIVE_INFINITY
    return cutCues(tokens, limits, breakCost, followedAtMs).map((cueTokens, c) => {
      const reserve = c === 0 ? firstLineReserve : 0
      const lines = layOutLines(cueTokens, { ...limits, firstLineReserve: reserve }, breakCost)
      return {
        lines,
        columns: lines.reduce((sum, line) => sum + measureWidth(line), 0),
        startMs: cueTokens[0]?.startMs ?? 0,
        endMs: cueTokens.at(-1)?.endMs ?? 0,
        ...(turn.speaker === undefined ? {} : { speaker: turn.speaker }),
        ...(label === undefined || c > 0 ? {} : { label }),
      }
    })
  })
  const times = setTimes(blocks)
  return blocks.map(({ columns: _, ...cue }, i) => ({ ...cue, ...times[i] }))
}

/** At most half a line; none if a line is too short for that. */
function writeLabel({ speaker, speakerChanged }: Turn, lineColumns: number): string | undefined {
  const room = Math.floor(lineColumns / 2) - 2
  if (speaker === undefined || !speakerChanged || room < 2) return undefined
  if (measureWidth(speaker) <= room) return speaker
  return `${cutToWidth(speaker, room - 1, room)[0]}…`
}
