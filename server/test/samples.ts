import sharp from 'sharp'
import { draw, png } from './scenes.ts'

/**
 * The image and the sentence that feature tests give to the models. Because their jobs are then the
 * same, `rememberWork` runs each model only once for all of them.
 */
export const sampleSize = { width: 256, height: 192 }
/** The subject is a ball in the middle. */
export const sampleRadius = 70

/** Measured from the center of the ball. */
export function isInBall(x: number, y: number, radius = sampleRadius): boolean {
  return (x - sampleSize.width / 2) ** 2 + (y - sampleSize.height / 2) ** 2 < radius ** 2
}

/** The ball in front of stripes. */
export const samplePng = Buffer.from(
  await png(
    draw(sampleSize.width, sampleSize.height, (x, y) => {
      const stripe = Math.floor(x / 8) % 2 === 0 ? 40 : 0
      return isInBall(x, y) ? [230 - x / 4, 60 + y / 8, 40] : [120 + stripe, 170, 190 + stripe]
    }),
  ),
)

/** The image as a camera that was turned stores it: upright it is 192 pixels wide and 256 high. */
export function turnedPhoto(): Promise<Buffer> {
  return sharp(samplePng).jpeg().withMetadata({ orientation: 6 }).toBuffer()
}

/** The sentences from the demo's template. */
export const sampleText = 'The autumn mug is here. Come and hold it.'
