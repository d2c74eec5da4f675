import sharp from 'sharp'
import { computeLuma, type Planes } from './planes.ts'

/** Text to draw over frames, reduced to the rows that contain text. */
export interface Overlay {
  /** Even, so the overlay covers whole chroma rows. */
  top: number
  height: number
  width: number
  luma: Uint8ClampedArray
  /** Opacity, 0 to 255: one value per pixel, and one per chroma sample. */
  hidden: Uint8ClampedArray
  colourHidden: Uint8ClampedArray
}

/** The text must be colourless: white, black or grey. */
export async function toOverlay(svg: string): Promise<Overlay | undefined> {
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width } = info
  const rows = usedRows(data, width, info.height)
  if (!rows) return undefined
  const { top, height } = rows
  const luma = new Uint8ClampedArray(width * height)
  const hidden = new Uint8ClampedArray(width * height)
  for (let at = 0, from = top * width * 4; at < luma.length; at++, from += 4) {
    const grey = data[from] as number
    luma[at] = computeLuma(grey, grey, grey)
    hidden[at] = data[from + 3] as number
  }
  return { top, height, width, luma, hidden, colourHidden: halved(hidden, width, height) }
}

export function layOver(frame: Planes, overlay: Overlay): void {
  const { luma, hidden, colourHidden } = overlay
  const start = overlay.top * overlay.width
  for (let at = 0; at < hidden.length; at++) {
    const share = hidden[at] as number
    if (share === 0) continue
    const under = frame.luma[start + at] as number
    frame.luma[start + at] = under + (((luma[at] as number) - under) * share) / 255
  }
  for (let at = 0; at < colourHidden.length; at++) {
    const share = colourHidden[at] as number
    if (share === 0) continue
    for (const plane of [frame.blue, frame.red]) {
      const under = plane[start / 4 + at] as number
      plane[start / 4 + at] = under + ((128 - under) * share) / 255
    }
  }
}

function usedRows(data: Uint8Array, width: number, height: number) {
  const isUsed = (row: number) => {
    for (let at = row * width * 4 + 3; at < (row + 1) * width * 4; at += 4)
      if (data[at]) return true
    return false
  }
  let first = 0
  while (first < height && !isUsed(first)) first++
  if (first === height) return undefined
  let last = height - 1
  while (!isUsed(last)) last--
  const top = first - (first % 2)
  return { top, height: Math.min(height, last + 2 - (last % 2)) - top }
}

/** Averages 2 × 2 pixels, the resolution of the chroma planes. */
function halved(hidden: Uint8ClampedArray, width: number, height: number): Uint8ClampedArray {
  const result = new Uint8ClampedArray(hidden.length / 4)
  for (let y = 0, at = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2, at++) {
      const from = y * width + x
      const upper = (hidden[from] as number) + (hidden[from + 1] as number)
      result[at] =
        (upper + (hidden[from + width] as number) + (hidden[from + width + 1] as number)) / 4
    }
  }
  return result
}
