import { decodeImage, type RawImage } from '../decode-image.ts'
import { EngineError } from '../engine-error.ts'
import type { OutpaintRequest } from './outpaint-request.ts'
import { type CanvasPlan, type Extent, planCanvas } from './plan-canvas.ts'
import { maxSeed } from './variations.ts'

export interface PreparedRequest {
  image: RawImage
  plan: CanvasPlan
}

/** Reads and validates a job, and plans its canvas. */
export async function prepare(job: OutpaintRequest): Promise<PreparedRequest> {
  requireWhole('count', job.count, 1, 8)
  requireWhole('seed', job.seed ?? 0, 0, maxSeed)
  const image = await decodeImage(job.image, 'image_url')
  const extent: Extent = {}
  if (job.mask) extent.mask = await decodeImage(job.mask, 'mask_url')
  if (job.inside) extent.inside = true
  if (job.maskMeaning) extent.maskMeaning = job.maskMeaning
  if (job.fromNothing) extent.fromNothing = true
  if (job.extend) extent.extend = job.extend
  if (job.aspectRatio !== undefined) extent.aspectRatio = job.aspectRatio
  if (job.position) extent.position = job.position
  return { image, plan: planCanvas(image, extent) }
}

function requireWhole(field: string, value: number, least: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return
  throw new EngineError(
    `bad_${field}`,
    `${field} must be a whole number from ${least} to ${most}.`,
    {
      field,
    },
  )
}
