import sharp from 'sharp'
import { type Box, boundingBox } from '../background/foreground.ts'
import { forSharp, hexColour } from '../colour.ts'
import { decodeImage, maxImagePixels, type RawImage } from '../decode-image.ts'
import { EngineError } from '../engine-error.ts'
import { encodePicture, type OutputFormat } from './encode-picture.ts'
import type { ToolOutcome } from './outcome.ts'
import { type Placement, planPlacement } from './plan-placement.ts'

export interface SubjectLayout extends Placement {
  /** `#rgb`, `#rrggbb` or `#rrggbbaa`. */
  colour?: string
  /** An encoded image that covers the area, centred and cropped. */
  background?: Uint8Array
  /** Only how opaque each pixel is, as shades of grey. */
  alphaOnly?: boolean
  /** A larger result is scaled down. */
  maxPixels: number
}

/** Places a cut-out subject: cropped, moved or scaled, on a colour, an image or nothing. */
export async function placeSubject(
  cutOut: Uint8Array,
  layout: SubjectLayout,
  format: OutputFormat,
): Promise<ToolOutcome & { foreground: Box }> {
  const subject = await decodeImage(cutOut, 'image_url')
  const visible = visibleBox(subject)
  const plan = planPlacement(layout, visible)
  requirePixels(plan.canvas)
  const { width, height } = plan.canvas
  const part = await sharp(subject.pixels, { raw: subject })
    .ensureAlpha()
    .extract(visible)
    .resize(plan.target.width, plan.target.height, { fit: 'fill' })
    .png()
    .toBuffer()
  const { left, top } = plan.target
  const behind = await paintBehind(layout, width, height)
  const placed = await sharp(behind, { raw: { width, height, channels: 4 } })
    .composite([{ input: part, left, top }])
    .raw()
    .toBuffer()
  const scale = Math.min(1, Math.sqrt(layout.maxPixels / (width * height)))
  const size = { width: scaled(width, scale), height: scaled(height, scale) }
  let picture = sharp(placed, { raw: { width, height, channels: 4 } }).resize({
    ...size,
    fit: 'fill',
  })
  if (layout.alphaOnly) picture = sharp(await picture.extractChannel(3).png().toBuffer())
  else if (format === 'jpeg') picture = picture.flatten({ background: '#ffffff' })
  const bytes = await encodePicture(picture, format)
  const foreground = {
    left: Math.round(left * scale),
    top: Math.round(top * scale),
    width: scaled(plan.target.width, scale),
    height: scaled(plan.target.height, scale),
  }
  return { bytes, ...size, contentType: `image/${format}`, warnings: [], foreground }
}

function scaled(pixels: number, scale: number): number {
  return Math.max(1, Math.round(pixels * scale))
}

function visibleBox({ pixels, channels, width, height }: RawImage): Box {
  if (channels === 3) return { left: 0, top: 0, width, height }
  const alpha = new Uint8Array(width * height)
  for (let i = 0; i < alpha.length; i++) alpha[i] = pixels[i * 4 + 3] as number
  return boundingBox(alpha, width) ?? { left: 0, top: 0, width, height }
}

function requirePixels({ width, height }: { width: number; height: number }): void {
  if (width * height <= maxImagePixels) return
  throw new EngineError('result_too_large', `The result would have ${width} × ${height} pixels.`, {
    field: 'crop_margin',
  })
}

/** Only the subject counts for alpha, so nothing is behind it then. */
async function paintBehind(
  { colour, background, alphaOnly }: SubjectLayout,
  width: number,
  height: number,
): Promise<Buffer> {
  if (background && !alphaOnly) {
    const picture = await decodeImage(background, 'background_url')
    return sharp(picture.pixels, { raw: picture })
      .resize(width, height, { fit: 'cover' })
      .ensureAlpha()
      .raw()
      .toBuffer()
  }
  const shown = colour !== undefined && !alphaOnly ? colour : '#00000000'
  const fill = forSharp(hexColour(shown, 'background_color'))
  return sharp({ create: { width, height, channels: 4, background: fill } })
    .raw()
    .toBuffer()
}
