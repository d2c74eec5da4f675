import sharp from 'sharp'
import { loadCaptionFont } from '../src/engines/video/caption-font.ts'
import { pathOfRows, shapeLine } from '../src/engines/video/text-shapes.ts'

export interface DrawnRow {
  text: string
  centreX: number
  baseline: number
  sizePx: number
  /** Degrees, clockwise around the middle of the row. */
  angle?: number
}

/** A PNG with black text on white, from the font of captions: the same on every machine. */
export async function drawText(
  { width, height }: { width: number; height: number },
  rows: DrawnRow[],
): Promise<Buffer> {
  const font = await loadCaptionFont()
  const shapes = rows.map(({ text, angle = 0, ...place }) => {
    const path = pathOfRows([shapeLine(text, font, new Set())], { ...place, lineHeight: 1 })
    return `<path d="${path}" transform="rotate(${angle} ${place.centreX} ${place.baseline})"/>`
  })
  const svg = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${shapes.join('')}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer()
}
