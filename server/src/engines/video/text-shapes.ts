import type { CaptionFont, Glyph } from './caption-font.ts'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The glyphs of a line. A composed letter is one glyph; separate combining marks are glyphs of
 * their own. Characters that the font lacks are omitted and added to `missing`.
 */
export function shapeLine(line: string, font: CaptionFont, missing: Set<string>): Glyph[] {
  let shown = ''
  for (const { segment } of graphemes.segment(line.normalize('NFC'))) {
    const visible = segment.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    if (Array.from(visible).every((one) => /\s/u.test(one) || font.chooseGlyph(one)))
      shown += visible
    else missing.add(segment)
  }
  // Omitted characters leave no gap and don't shift the rest off centre.
  return Array.from(shown.replace(/\s+/gu, ' ').trim()).flatMap(
    (one) => font.chooseGlyph(one) ?? [],
  )
}

export function widthEm(glyphs: Glyph[]): number {
  return glyphs.reduce((sum, glyph, i) => sum + stepEm(glyph, glyphs[i + 1]), 0)
}

function stepEm(glyph: Glyph, next: Glyph | undefined): number {
  return glyph.advanceEm + (next ? glyph.kerningEm(next) : 0)
}

interface RowPlace {
  centreX: number
  /** Baseline of the last row. */
  baseline: number
  sizePx: number
  lineHeight: number
}

/** An SVG path of centred rows, one above the other. */
export function pathOfRows(rows: Glyph[][], place: RowPlace): string {
  const { centreX, baseline, sizePx, lineHeight } = place
  return rows
    .map((row, i) => {
      const y = baseline - (rows.length - 1 - i) * sizePx * lineHeight
      return drawPath(row, centreX - (widthEm(row) * sizePx) / 2, y, sizePx)
    })
    .join('')
}

function drawPath(glyphs: Glyph[], left: number, baseline: number, sizePx: number): string {
  let x = left
  let path = ''
  for (const [i, glyph] of glyphs.entries()) {
    path += glyph.pathAt(x, baseline, sizePx)
    x += stepEm(glyph, glyphs[i + 1]) * sizePx
  }
  return path
}
