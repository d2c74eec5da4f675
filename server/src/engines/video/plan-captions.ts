import { breakIntoCaptions, type TextMeasure } from './break-text.ts'
import type { CaptionFont } from './caption-font.ts'
import { type CaptionFrame, lineWidthEm } from './captions.ts'
import { shapeLine, widthEm } from './text-shapes.ts'
import type { Sentence } from './video-request.ts'

/** Times are relative to the start of the scene. */
export interface Caption {
  lines: string[]
  startMs: number
  endMs: number
}

/**
 * Splits sentences into captions of at most two lines. Time is divided in proportion to letters.
 */
export function planCaptions(
  sentences: Sentence[],
  frame: CaptionFrame,
  font: CaptionFont,
): Caption[] {
  const measure = { maxLineEm: lineWidthEm(frame), widthEm: textWidth(font) }
  return sentences.flatMap((sentence) => planSentence(sentence, measure))
}

/** Includes a trailing space, so word widths can be added up. */
export function textWidth(font: CaptionFont): TextMeasure['widthEm'] {
  const spaceEm = font.chooseGlyph(' ')?.advanceEm ?? 0
  return (text) => widthEm(shapeLine(text, font, new Set())) + (text.endsWith(' ') ? spaceEm : 0)
}

function planSentence({ text, startMs, endMs }: Sentence, measure: TextMeasure): Caption[] {
  const pieces = breakIntoCaptions(text, measure)
  const letters = pieces.map((lines) => lines.join('').replace(/\s/gu, '').length)
  const msPerLetter = (endMs - startMs) / letters.reduce((sum, count) => sum + count, 0)
  let atMs = startMs
  return pieces.map((lines, i) => {
    const fromMs = atMs
    atMs += (letters[i] ?? 0) * msPerLetter
    return { lines, startMs: fromMs, endMs: i === pieces.length - 1 ? endMs : atMs }
  })
}
