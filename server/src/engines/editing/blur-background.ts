import sharp from 'sharp'
import { decodeImage, type RawImage } from '../decode-image.ts'
import { EngineError } from '../engine-error.ts'
import { encodePicture, type OutputFormat } from './encode-picture.ts'
import type { ToolOutcome } from './outcome.ts'

/**
 * Blurs the background behind the subject. `cutOut` is the same image with a transparent
 * background.
 *
 * Blurring the whole image would smear the subject's colours into a halo around it. So only
 * background pixels count: colours are weighted by their share of background, blurred, and divided
 * by the blurred weights. This also extends the background behind the subject.
 */
export async function blurBackground(
  original: Uint8Array,
  cutOut: Uint8Array,
  radiusPixels: number,
  format: OutputFormat = 'png',
): Promise<ToolOutcome> {
  if (!(radiusPixels >= 1 && radiusPixels <= 250)) {
    throw new EngineError('bad_radius', 'The radius must be a number from 1 to 250.', {
      field: 'radius',
    })
  }
  const picture = await decodeImage(original, 'image_url')
  const subject = await decodeImage(cutOut, 'image_url')
  requireSameSize(picture, subject)
  const { width, height } = picture
  const blurred = await blurWeighted(picture, subject, radiusPixels)
  layOver(blurred, picture, subject)
  const bytes = await encodePicture(sharp(blurred, { raw: { width, height, channels: 3 } }), format)
  const warnings =
    subject.channels === 3 ? ['No background was found, so nothing was blurred.'] : []
  return { bytes, width, height, contentType: `image/${format}`, warnings }
}

function requireSameSize(picture: RawImage, subject: RawImage): void {
  if (picture.width === subject.width && picture.height === subject.height) return
  throw new EngineError('sizes_differ', 'The cut-out must have the same size as the image.', {
    field: 'image_url',
  })
}

function readAlpha(subject: RawImage, pixel: number): number {
  return subject.channels === 3 ? 255 : (subject.pixels[pixel * 4 + 3] as number)
}

/**
 * sharp premultiplies RGBA by alpha before blurring and divides afterwards. With the background as
 * alpha, that is exactly the weighted blur. Soft edges use the squared weight, because half of
 * their colour is the subject's. The minimum weight of 1 keeps a trace of the image where no
 * background is in reach, which avoids dividing by zero.
 */
async function blurWeighted(
  picture: RawImage,
  subject: RawImage,
  radiusPixels: number,
): Promise<Uint8Array> {
  const { width, height, channels } = picture
  const weighted = new Uint8Array(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) weighted[i * 4 + c] = picture.pixels[i * channels + c] as number
    const behind = 255 - readAlpha(subject, i)
    weighted[i * 4 + 3] = Math.max(1, (behind * behind) / 255)
  }
  const blurred = await sharp(weighted, { raw: { width, height, channels: 4 } })
    .blur(radiusPixels / 2)
    .removeAlpha()
    .raw()
    .toBuffer()
  return new Uint8Array(blurred)
}

/** Composites the subject in front, using the cut-out's alpha. */
function layOver(blurred: Uint8Array, picture: RawImage, subject: RawImage): void {
  for (let i = 0; i < picture.width * picture.height; i++) {
    const alpha = readAlpha(subject, i)
    for (let c = 0; c < 3; c++) {
      const front = frontColour(picture, subject, i, c)
      const behind = blurred[i * 3 + c] as number
      blurred[i * 3 + c] = Math.round((front * alpha + behind * (255 - alpha)) / 255)
    }
  }
}

/** At soft edges the cut-out's colour is better: it no longer contains the old background. */
function frontColour(picture: RawImage, subject: RawImage, pixel: number, channel: number): number {
  const from = subject.channels === 4 ? subject : picture
  return from.pixels[pixel * from.channels + channel] as number
}
