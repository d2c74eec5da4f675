import sharp from 'sharp'
import { forSharp, hexColour } from '../colour.ts'
import { decodeImage } from '../decode-image.ts'
import { EngineError } from '../engine-error.ts'
import { encodePicture, type OutputFormat } from './encode-picture.ts'
import type { ToolOutcome } from './outcome.ts'

export interface NewBackground {
  /** `#rgb`, `#rrggbb` or `#rrggbbaa`. */
  colour?: string
  /** An encoded image. It covers the whole area, centred and cropped. */
  image?: Uint8Array
}

/** Puts a colour or an image behind a cut-out (an image with transparency). */
export async function replaceBackground(
  cutOut: Uint8Array,
  background: NewBackground,
  format: OutputFormat = 'png',
): Promise<ToolOutcome> {
  const subject = await decodeImage(cutOut, 'image_url')
  const { width, height } = subject
  const behind = await paint(background, width, height)
  const composed = behind.composite([
    { input: Buffer.from(subject.pixels), raw: { width, height, channels: subject.channels } },
  ])
  const warnings =
    subject.channels === 3
      ? ['The image has no transparent areas, so the new background is not visible.']
      : []
  const flat = format === 'jpeg' ? composed.flatten({ background: '#ffffff' }) : composed
  const bytes = await encodePicture(flat, format)
  return { bytes, width, height, contentType: `image/${format}`, warnings }
}

async function paint(background: NewBackground, width: number, height: number) {
  if ((background.colour === undefined) === (background.image === undefined)) {
    throw new EngineError('background_not_clear', 'Set either a colour or an image.', {
      field: 'background',
    })
  }
  if (background.colour !== undefined) {
    const colour = forSharp(hexColour(background.colour, 'background_color'))
    return sharp({ create: { width, height, channels: 4, background: colour } })
  }
  const picture = await decodeImage(background.image as Uint8Array, 'background_url')
  const covered = await sharp(picture.pixels, { raw: picture })
    .resize(width, height, { fit: 'cover' })
    .raw()
    .toBuffer()
  return sharp(covered, { raw: { width, height, channels: picture.channels } })
}
