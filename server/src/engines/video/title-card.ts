import sharp from 'sharp'
import type { RawImage } from '../decode-image.ts'
import { createRandom } from '../outpainting/random.ts'
import { breakIntoLines } from './break-text.ts'
import type { CaptionFont } from './caption-font.ts'
import { textWidth } from './plan-captions.ts'
import { pathOfRows, shapeLine, widthEm } from './text-shapes.ts'

interface CardFrame {
  width: number
  height: number
}

/** Relative to the shorter side. */
const textSize = 0.105
const lineHeight = 1.25
/** Shares of the card. The rest is margin and space for captions. */
const widestLine = 0.8
const highestText = 0.6
const maxLines = 4
/** Height of capitals above the baseline. */
const capitalHeight = 0.73
const grainLevels = 4

/** The image of a scene without one: its title on a soft gradient of the background colour. */
export async function drawTitleCard(
  title: string,
  background: string,
  { width, height }: CardFrame,
  font: CaptionFont,
): Promise<{ image: RawImage; missing: string[] }> {
  const missing = new Set<string>()
  const sizePx = Math.min(width, height) * textSize
  const measure = { maxLineEm: (width * widestLine) / sizePx, widthEm: textWidth(font) }
  const rows = breakIntoLines(title, measure, maxLines)
    .map((line) => shapeLine(line, font, missing))
    .filter((row) => row.length > 0)
  const widestEm = Math.max(measure.maxLineEm, ...rows.map(widthEm))
  const highestEm = Math.max(1, rows.length) * lineHeight
  const fitPx = Math.min((width * widestLine) / widestEm, (height * highestText) / highestEm)
  const size = Math.min(sizePx, fitPx)
  const textHeight = ((rows.length - 1) * lineHeight + capitalHeight) * size
  const baseline = (height + textHeight) / 2
  const path = pathOfRows(rows, { centreX: width / 2, baseline, sizePx: size, lineHeight })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <linearGradient id="light" x1="0.2" y1="0" x2="0.8" y2="1">
        <stop offset="0" stop-color="${mixed(background, 255, 0.14)}"/>
        <stop offset="1" stop-color="${mixed(background, 0, 0.2)}"/>
      </linearGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#light)"/>
    <path d="${path}" fill="${isLight(background) ? '#161616' : '#fff'}"/>
  </svg>`
  const pixels = await sharp(Buffer.from(svg)).removeAlpha().raw({ depth: 'uchar' }).toBuffer()
  addGrain(pixels)
  return { image: { width, height, channels: 3, pixels }, missing: [...missing] }
}

/** A gradient this soft has fewer colours than rows. Without grain, the steps show as bands. */
function addGrain(pixels: Uint8Array): void {
  const next = createRandom(1)
  for (let at = 0; at < pixels.length; at++) {
    const grain = Math.round((next() + next() - 1) * grainLevels)
    pixels[at] = Math.max(0, Math.min(255, (pixels[at] as number) + grain))
  }
}

/** Whether a colour is so bright that white text would be hard to read on it. */
function isLight(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = readChannels(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 150
}

/** Mixes a share of black (0) or white (255) into a colour. */
function mixed(colour: string, grey: number, share: number): string {
  const channels = readChannels(colour).map((value) => Math.round(value + (grey - value) * share))
  return `rgb(${channels.join(',')})`
}

function readChannels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
