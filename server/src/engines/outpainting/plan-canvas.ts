import { maxImagePixels, type RawImage } from '../decode-image.ts'
import { EngineError } from '../engine-error.ts'
import { type MaskMeaning, normaliseMask } from './normalise-mask.ts'

export interface Size {
  width: number
  height: number
}

export interface Position {
  x: number
  y: number
}

export interface Extend {
  left?: number
  right?: number
  top?: number
  bottom?: number
}

/** Where to generate, specified in one of three ways. `position` places the image in the canvas. */
export interface Extent {
  mask?: RawImage
  maskMeaning?: MaskMeaning
  /** Nothing of the image needs to be kept: it only gives the size. */
  fromNothing?: boolean
  /** The mask must have the same size as the image. */
  inside?: boolean
  extend?: Extend
  aspectRatio?: string
  position?: Position
}

export interface CanvasPlan extends Size {
  /** Position of the image in the canvas. */
  left: number
  top: number
  /** One byte per pixel of the canvas: 255 = generate, 0 = keep. */
  mask: Uint8Array
}

/** Determines the size of the result, the image's position in it, and the pixels to generate. */
export function planCanvas(image: Size, extent: Extent): CanvasPlan {
  const ways = [extent.mask, extent.extend, extent.aspectRatio].filter((way) => way !== undefined)
  if (ways.length !== 1) {
    throw new EngineError(
      'extent_not_clear',
      'Set exactly one of a mask, an extension or an aspect ratio.',
      { field: 'mask_url' },
    )
  }
  if (extent.mask) {
    if (extent.inside) requireSameSize(image, extent.mask)
    return fromMask(image, extent.mask, extent)
  }
  if (extent.extend) return fromExtend(image, extent.extend, extent.position)
  return fromAspectRatio(image, extent.aspectRatio as string, extent.position)
}

function requireSameSize(image: Size, mask: Size): void {
  if (mask.width === image.width && mask.height === image.height) return
  throw new EngineError(
    'mask_size_differs',
    `The mask (${sizeText(mask)}) must have the same size as the image (${sizeText(image)}).`,
    { field: 'mask_url' },
  )
}

function fromMask(image: Size, mask: RawImage, extent: Extent): CanvasPlan {
  if (mask.width < image.width || mask.height < image.height) {
    throw new EngineError(
      'mask_smaller_than_image',
      `The mask (${sizeText(mask)}) must be at least as large as the image (${sizeText(image)}).`,
      { field: 'mask_url' },
    )
  }
  requireCanvas(mask, 'mask_url')
  const generate = normaliseMask(mask, extent.maskMeaning)
  const plan = place(image, mask, extent.position, generate)
  return extent.fromNothing ? plan : requireWork(image, plan, 'mask_url')
}

function fromExtend(image: Size, extend: Extend, position?: Position): CanvasPlan {
  if (position) {
    const message = 'An extension already sets the position of the image. Leave out the position.'
    throw new EngineError('position_not_used', message, { field: 'position' })
  }
  const { left = 0, right = 0, top = 0, bottom = 0 } = extend
  for (const pixels of [left, right, top, bottom]) {
    if (Number.isSafeInteger(pixels) && pixels >= 0) continue
    throw new EngineError(
      'bad_extend',
      'An extension must be a whole number of pixels, 0 or more.',
      {
        field: 'extend',
      },
    )
  }
  const canvas = { width: image.width + left + right, height: image.height + top + bottom }
  requireCanvas(canvas, 'extend')
  const mask = new Uint8Array(canvas.width * canvas.height)
  return requireWork(image, place(image, canvas, { x: left, y: top }, mask), 'extend')
}

/** The smallest canvas with that ratio that contains the whole image. */
function fromAspectRatio(image: Size, aspectRatio: string, position?: Position): CanvasPlan {
  const match = /^(\d{1,5}(?:\.\d{1,4})?):(\d{1,5}(?:\.\d{1,4})?)$/.exec(aspectRatio)
  const ratio = match ? Number(match[1]) / Number(match[2]) : Number.NaN
  if (!(ratio > 0 && Number.isFinite(ratio))) {
    throw new EngineError('bad_aspect_ratio', 'The aspect ratio must look like 16:9.', {
      field: 'aspect_ratio',
    })
  }
  const canvas = {
    width: Math.max(image.width, Math.round(image.height * ratio)),
    height: Math.max(image.height, Math.round(image.width / ratio)),
  }
  requireCanvas(canvas, 'aspect_ratio')
  const mask = new Uint8Array(canvas.width * canvas.height)
  return requireWork(image, place(image, canvas, position, mask), 'aspect_ratio')
}

/** Everything outside the image is generated, even if the mask says keep. */
function place(
  image: Size,
  canvas: Size,
  position: Position | undefined,
  mask: Uint8Array,
): CanvasPlan {
  const left = position?.x ?? Math.floor((canvas.width - image.width) / 2)
  const top = position?.y ?? Math.floor((canvas.height - image.height) / 2)
  const fits = left + image.width <= canvas.width && top + image.height <= canvas.height
  if (!Number.isSafeInteger(left) || !Number.isSafeInteger(top) || left < 0 || top < 0 || !fits) {
    throw new EngineError(
      'image_outside_canvas',
      `At this position, the image (${sizeText(image)}) does not fit in the canvas (${sizeText(canvas)}).`,
      { field: 'position' },
    )
  }
  const right = left + image.width
  for (let y = 0; y < canvas.height; y++) {
    const row = mask.subarray(y * canvas.width, (y + 1) * canvas.width)
    const inside = y >= top && y < top + image.height
    row.fill(255, 0, inside ? left : canvas.width)
    if (inside) row.fill(255, right)
  }
  return { width: canvas.width, height: canvas.height, left, top, mask }
}

function requireCanvas(canvas: Size, field: string): void {
  if (canvas.width * canvas.height <= maxImagePixels) return
  throw new EngineError(
    'canvas_too_large',
    `The result would have ${sizeText(canvas)} pixels; the maximum is ${maxImagePixels / 1e6} megapixels.`,
    { field },
  )
}

function requireWork(image: Size, plan: CanvasPlan, field: string): CanvasPlan {
  let generated = 0
  for (const value of plan.mask) if (value === 255) generated++
  if (generated === 0) {
    throw new EngineError('nothing_to_generate', 'There are no pixels to generate.', { field })
  }
  if (plan.mask.length === generated) {
    throw new EngineError(
      'everything_to_generate',
      `No pixel of the image (${sizeText(image)}) is kept, so there is nothing to extend.`,
      { field },
    )
  }
  return plan
}

function sizeText({ width, height }: Size): string {
  return `${width} × ${height}`
}
