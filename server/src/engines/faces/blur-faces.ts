import sharp from 'sharp'
import type { Box } from '../background/foreground.ts'
import type { RawImage } from '../decode-image.ts'

export type HidingStyle = 'blur' | 'pixelate'

/** Hair, chin and ears around the box of a face. */
const margin = 0.22
/**
 * A face keeps this many cells across, whatever its size. A plain blur of a large face could be
 * reversed; colours that were averaged away can't.
 */
const cells = { blur: 6, pixelate: 7 }

/** Makes faces unrecognisable, inside soft ellipses. Returns new pixels. */
export async function hideFaces(
  image: RawImage,
  faces: Box[],
  style: HidingStyle,
): Promise<Uint8Array> {
  const pixels = Uint8Array.from(image.pixels)
  for (const face of faces) {
    const area = around(face, image)
    const hidden = await averaged(image, area, style, cells[style] * (area.width / face.width))
    layOver(pixels, image, area, hidden)
  }
  return pixels
}

function around({ left, top, width, height }: Box, image: RawImage): Box {
  const x = Math.max(0, Math.floor(left - width * margin))
  const y = Math.max(0, Math.floor(top - height * margin))
  return {
    left: x,
    top: y,
    width: Math.min(image.width, Math.ceil(left + width * (1 + margin))) - x,
    height: Math.min(image.height, Math.ceil(top + height * (1 + margin))) - y,
  }
}

async function averaged(
  image: RawImage,
  area: Box,
  style: HidingStyle,
  across: number,
): Promise<Uint8Array> {
  const columns = Math.max(1, Math.round(across))
  const rows = Math.max(1, Math.round((across * area.height) / area.width))
  const { channels } = image
  const small = await sharp(image.pixels, { raw: image })
    .extract(area)
    .resize(columns, rows, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  return sharp(small, { raw: { width: columns, height: rows, channels } })
    .resize(area.width, area.height, {
      fit: 'fill',
      kernel: style === 'blur' ? 'cubic' : 'nearest',
    })
    .raw()
    .toBuffer()
}

/** From here to 1, the edge of the ellipse fades out. */
const solidRadius = 0.9

function layOver(pixels: Uint8Array, image: RawImage, area: Box, hidden: Uint8Array): void {
  const { channels, width } = image
  for (let y = 0; y < area.height; y++) {
    for (let x = 0; x < area.width; x++) {
      const radius = Math.hypot((x + 0.5) / (area.width / 2) - 1, (y + 0.5) / (area.height / 2) - 1)
      const share = Math.max(0, Math.min(1, (1 - radius) / (1 - solidRadius)))
      if (share === 0) continue
      const to = ((area.top + y) * width + area.left + x) * channels
      const from = (y * area.width + x) * channels
      for (let c = 0; c < channels; c++) {
        const before = pixels[to + c] as number
        pixels[to + c] = Math.round(before + ((hidden[from + c] as number) - before) * share)
      }
    }
  }
}
