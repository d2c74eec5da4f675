import type { CaptionFont } from './caption-font.ts'
import { pathOfRows, shapeLine, widthEm } from './text-shapes.ts'

export interface CaptionFrame {
  widthPx: number
  heightPx: number
}

export interface DrawnCaption {
  /** As large as the frame, transparent except for the text. */
  svg: string
  /** Characters that the font lacks. They are omitted. */
  missing: string[]
}

/** Relative to the frame's shorter side, so portrait videos fit more than one word per line. */
const textSize = 0.052
const lineHeight = 1.3
/** Shares of the frame's height and width. */
const bottomMargin = 0.07
const widestLine = 0.92
/** Relative to the text size, on each side. Readable on white and on black. */
const outline = 0.11

/** The maximum line width before text is drawn smaller. */
export function lineWidthEm(frame: CaptionFrame): number {
  return (frame.widthPx * widestLine) / textSizePx(frame)
}

/**
 * Draws a caption's lines at the bottom of a frame, white with a dark outline. The text becomes
 * paths, so it can't be parsed as markup and needs no font.
 */
export function drawCaption(lines: string[], frame: CaptionFrame, font: CaptionFont): DrawnCaption {
  const missing = new Set<string>()
  const rows = lines.map((line) => shapeLine(line, font, missing)).filter((row) => row.length > 0)
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
