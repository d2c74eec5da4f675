import type { CaptionFont } from './caption-font.ts'
import { glyphsOf, pathOfRows, widthEm } from './text-shapes.ts'

export interface CaptionFrame {
  widthPx: number
  heightPx: number
}

export interface DrawnCaption {
  /** As large as the frame, transparent but for the text. */
  svg: string
  /** Characters that the font has no shape for; they are left out. */
  missing: string[]
}

/** Of the shorter side of the frame, so that upright videos hold more than a word in a line. */
const textSize = 0.052
const lineHeight = 1.3
/** Parts of the height and of the width of the frame. */
const bottomMargin = 0.07
const widestLine = 0.92
/** Of the size of the text, to each side: readable on white and on black. */
const outline = 0.11

/** How wide a line may be without being drawn smaller. */
export function lineWidthEm(frame: CaptionFrame): number {
  return (frame.widthPx * widestLine) / textSizePx(frame)
}

/**
 * Lays out the lines of a caption at the bottom of a frame, white with a dark outline. The text
 * becomes shapes, so nothing in it can be taken for markup, and no font is needed to draw it.
 */
export function drawCaption(lines: string[], frame: CaptionFrame, font: CaptionFont): DrawnCaption {
  const missing = new Set<string>()
  const rows = lines.map((line) => glyphsOf(line, font, missing)).filter((row) => row.length > 0)
  const widestEm = Math.max(0, ...rows.map(widthEm))
  const shrink = widestEm > 0 ? Math.min(1, lineWidthEm(frame) / widestEm) : 1
  const sizePx = textSizePx(frame) * shrink
  const baseline = frame.heightPx * (1 - bottomMargin)
  const path = pathOfRows(rows, { centreX: frame.widthPx / 2, baseline, sizePx, lineHeight })
  const strokePx = (sizePx * outline * 2).toFixed(2)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.widthPx}" height="${frame.heightPx}">` +
    `<path d="${path}" fill="#111" stroke="#111" stroke-width="${strokePx}" stroke-linejoin="round" opacity="0.9"/>` +
    `<path d="${path}" fill="#fff"/></svg>`
  return { svg, missing: [...missing] }
}

function textSizePx({ widthPx, heightPx }: CaptionFrame): number {
  return Math.min(widthPx, heightPx) * textSize
}
