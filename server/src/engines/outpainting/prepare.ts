import { decodeImage, type RawImage } from '../decode-image.ts'
import { EngineError } from '../engine-error.ts'
import type { OutpaintRequest } from './outpaint-request.ts'
import { type CanvasPlan, type Extent, planCanvas } from './plan-canvas.ts'
import { maxSeed } from './variations.ts'

export interface PreparedRequest {
  image: RawImage
  plan: CanvasPlan
}

/** Reads and validates a request, and plans its canvas. */
export async function prepare(request: OutpaintRequest): Promise<PreparedRequest> {
  requireWhole('count', request.count, 1, 8)
  requireWhole('seed', request.seed ?? 0, 0, maxSeed)
  const image = await decodeImage(request.image, 'image_url')
  const extent: Extent = {}
  if (request.mask) extent.mask = await decodeImage(request.mask, 'mask_url')
  if (request.inside) extent.inside = true
  if (request.maskMeaning) extent.maskMeaning = request.maskMeaning
  if (request.fromNothing) extent.fromNothing = true
  if (request.extend) extent.extend = request.extend
  if (request.aspectRatio !== undefined) extent.aspectRatio = request.aspectRatio
  if (request.position) extent.position = request.position
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
