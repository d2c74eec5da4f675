import type { OutpaintImageBody } from '@atelier/sdk'

export interface Size {
  width: number
  height: number
}

export interface Canvas extends Size {
  /** The position of the image in it. */
  left: number
  top: number
}

export interface Extend {
  left: number
  right: number
  top: number
  bottom: number
}

export type Handle =
  | 'left'
  | 'right'
  | 'top'
  | 'bottom'
  | 'top-left'
  | 'top-right'
  | 'bottom-left'
  | 'bottom-right'

/** The API's limit for each side. */
export const maxPixels = 20_000

export const noExtend: Extend = { left: 0, right: 0, top: 0, bottom: 0 }

const within = (pixels: number) => Math.min(maxPixels, Math.max(0, Math.round(pixels)))

/** The frame after a handle is moved, in image pixels; never smaller than the image. */
export function pull(from: Extend, handle: Handle, dx: number, dy: number): Extend {
  return {
    left: handle.includes('left') ? within(from.left - dx) : from.left,
    right: handle.includes('right') ? within(from.right + dx) : from.right,
    top: handle.includes('top') ? within(from.top - dy) : from.top,
    bottom: handle.includes('bottom') ? within(from.bottom + dy) : from.bottom,
  }
}

/** The size of the result and the position of the image in it, by the server's rules. */
export function computeCanvas(
  picture: Size,
  {
    extend,
    aspect_ratio,
    position,
  }: Pick<OutpaintImageBody, 'extend' | 'aspect_ratio' | 'position'>,
): Canvas {
  const ratio = parseRatio(aspect_ratio)
  if (ratio !== undefined) {
    const width = Math.max(picture.width, Math.round(picture.height * ratio))
    const height = Math.max(picture.height, Math.round(picture.width / ratio))
    const left = position?.x ?? Math.floor((width - picture.width) / 2)
    const top = position?.y ?? Math.floor((height - picture.height) / 2)
    return { width, height, left, top }
  }
  const { left, right, top, bottom } = { ...noExtend, ...extend }
  return {
    width: picture.width + left + right,
    height: picture.height + top + bottom,
    left,
    top,
  }
}

export function parseRatio(text: string | undefined): number | undefined {
  const match = /^(\d{1,5}(?:\.\d+)?):(\d{1,5}(?:\.\d+)?)$/.exec(text ?? '')
  const ratio = match ? Number(match[1]) / Number(match[2]) : Number.NaN
  return ratio > 0 && Number.isFinite(ratio) ? ratio : undefined
}

/** The frame as pixels on each side, however it was chosen. */
export function computeExtend(picture: Size, canvas: Canvas): Extend {
  return {
    left: canvas.left,
    top: canvas.top,
    right: canvas.width - canvas.left - picture.width,
    bottom: canvas.height - canvas.top - picture.height,
  }
}

/** The scale that fits the frame and leaves space to drag it further. */
export function computeScale(room: Size, picture: Size, canvas: Size): number {
  const width = Math.max(canvas.width * 1.15, picture.width * 1.5)
  const height = Math.max(canvas.height * 1.15, picture.height * 1.5)
  return Math.min(room.width / width, room.height / height)
}

/** A frame that both fit in. */
export function enclosing(one: Size, other: Size): Size {
  return {
    width: Math.max(one.width, other.width),
    height: Math.max(one.height, other.height),
  }
}
