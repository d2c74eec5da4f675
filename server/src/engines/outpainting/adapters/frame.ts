import sharp from 'sharp'
import { decodeImage } from '../../decode-image.ts'
import { badAnswer } from '../../external/answer-error.ts'
import type { Rect } from '../canvas.ts'
import type { Size } from '../plan-canvas.ts'
import type { PreparedRequest } from '../prepare.ts'

/** The sizes an engine accepts: a fixed list, or any size up to a maximum side in steps. */
export type FrameLimits = { sizes: Size[] } | { maxSide: number; multipleOf: number }

/** The image to send: an accepted size that contains the scaled canvas, aspect ratio kept. */
export interface Frame extends Size {
  content: Rect
}

export interface FrameImages {
  /** PNG, RGB. */
  image: Uint8Array
  /** One byte per pixel of the frame: 255 = generate. */
  mask: Uint8Array
}

/** The mask as an image, white = fill. */
export async function maskPng({ mask }: FrameImages, { width, height }: Size): Promise<Buffer> {
  return sharp(mask, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}

export function chooseFrame(canvas: Size, limits: FrameLimits): Frame {
  if ('sizes' in limits) return planFrame(canvas, nearestShape(canvas, limits.sizes))
  const scale = Math.min(1, limits.maxSide / Math.max(canvas.width, canvas.height))
  const up = (length: number) =>
    Math.max(1, Math.ceil((length * scale) / limits.multipleOf)) * limits.multipleOf
  return planFrame(canvas, { width: up(canvas.width), height: up(canvas.height) }, scale)
}

function nearestShape(canvas: Size, sizes: Size[]): Size {
  const shape = (size: Size) => Math.log(size.width / size.height)
  const off = (size: Size) => Math.abs(shape(size) - shape(canvas))
  const area = (size: Size) => size.width * size.height
  const [best] = sizes.toSorted((a, b) => off(a) - off(b) || area(b) - area(a))
  if (!best) throw new Error('an engine needs at least one size')
  return best
}

function planFrame(canvas: Size, frame: Size, most = Number.POSITIVE_INFINITY): Frame {
  const scale = Math.min(most, frame.width / canvas.width, frame.height / canvas.height)
  const width = Math.min(frame.width, Math.max(1, Math.round(canvas.width * scale)))
  const height = Math.min(frame.height, Math.max(1, Math.round(canvas.height * scale)))
  const x = Math.floor((frame.width - width) / 2)
  const y = Math.floor((frame.height - height) / 2)
  return { width: frame.width, height: frame.height, content: { x, y, width, height } }
}

/** Draws the canvas into the frame. Edges are repeated outside the image and the canvas. */
export async function drawFrame(
  { image, plan }: PreparedRequest,
  frame: Frame,
): Promise<FrameImages> {
  const { content } = frame
  const onCanvas = await sharp(image.pixels, { raw: image })
    .flatten({ background: '#808080' })
    .extend({
      ...around(plan.left, plan.top, image, plan),
      extendWith: 'copy',
    })
    .raw()
    .toBuffer()
  const drawn = await sharp(onCanvas, { raw: { ...pickSize(plan), channels: 3 } })
    .resize(content.width, content.height, { fit: 'fill' })
    .extend({ ...around(content.x, content.y, content, frame), extendWith: 'copy' })
    .png({ compressionLevel: 6 })
    .toBuffer()
  return { image: drawn, mask: scaleMask(plan.mask, plan, frame) }
}

function pickSize({ width, height }: Size): Size {
  return { width, height }
}

function around(left: number, top: number, inner: Size, outer: Size) {
  return {
    left,
    top,
    right: outer.width - left - inner.width,
    bottom: outer.height - top - inner.height,
  }
}

/** A frame cell is generated if any pixel under it is. The frame's padding is kept. */
function scaleMask(mask: Uint8Array, canvas: Size, frame: Frame): Uint8Array {
  const { content } = frame
  const scaled = new Uint8Array(frame.width * frame.height)
  const first = (i: number, from: number, to: number) => Math.floor((i * to) / from)
  const last = (i: number, from: number, to: number) =>
    Math.max(first(i, from, to), Math.ceil(((i + 1) * to) / from) - 1)
  for (let y = 0; y < canvas.height; y++) {
    const top = content.y + first(y, canvas.height, content.height)
    const bottom = content.y + last(y, canvas.height, content.height)
    for (let x = 0; x < canvas.width; x++) {
      if (mask[y * canvas.width + x] === 0) continue
      const left = content.x + first(x, canvas.width, content.width)
      const right = content.x + last(x, canvas.width, content.width)
      for (let row = top; row <= bottom; row++) {
        scaled.fill(255, row * frame.width + left, row * frame.width + right + 1)
      }
    }
  }
  return scaled
}

/** Extracts the canvas from an engine's image, at full size, as RGB. */
export async function readFrame(
  bytes: Uint8Array,
  frame: Frame,
  canvas: Size,
): Promise<Uint8Array> {
  const picture = await decodeImage(bytes, 'engine').catch((cause: unknown) => {
    throw badAnswer('The engine’s response is not an image.', cause)
  })
  const ratio = picture.width / picture.height / (frame.width / frame.height)
  if (ratio < 0.99 || ratio > 1.01) {
    const got = `${picture.width} × ${picture.height}`
    throw badAnswer(`The engine created ${got} instead of ${frame.width} × ${frame.height}.`)
  }
  const { x, y, width, height } = frame.content
  const framed = await sharp(picture.pixels, { raw: picture })
    .removeAlpha()
    .resize(frame.width, frame.height, { fit: 'fill' })
    .extract({ left: x, top: y, width, height })
    .raw()
    .toBuffer()
  const full = await sharp(framed, { raw: { width, height, channels: 3 } })
    .resize(canvas.width, canvas.height, { fit: 'fill' })
    .raw()
    .toBuffer()
  return new Uint8Array(full)
}
