import type { Box } from '../background/foreground.ts'

/** A length in pixels, or a share of something: 0.1 is 10 %. */
export type Length = { pixels: number } | { share: number }

export interface Placement {
  /** The size of the original image, and where the cut-out is in it. */
  canvas: { width: number; height: number }
  offset: { left: number; top: number }
  /** Crops to the subject, with margins: top, right, bottom, left. */
  margins?: [Length, Length, Length, Length]
  /** How much of the canvas the subject takes, 0 to 1. */
  scale?: number
  /** Where the subject is, 0 to 1 in each direction. */
  position?: { x: number; y: number }
}

export interface Plan {
  canvas: { width: number; height: number }
  /** Where the subject goes. */
  target: Box
}

/** A margin has at most this share of the subject, and at most so many pixels. */
const maxMarginShare = 0.5
const maxMarginPixels = 500

/** Where a subject goes and how large the result is. `subject` is its place in the cut-out. */
export function planPlacement(placement: Placement, subject: Box): Plan {
  const { canvas, offset, margins, scale, position } = placement
  const { width, height } = subject
  if (margins) {
    const [top, right, bottom, left] = margins.map((length, side) =>
      marginPixels(length, side % 2 === 0 ? height : width),
    ) as [number, number, number, number]
    return {
      canvas: { width: width + left + right, height: height + top + bottom },
      target: { left, top, width, height },
    }
  }
  const before = { ...subject, left: subject.left + offset.left, top: subject.top + offset.top }
  const factor =
    scale === undefined
      ? 1
      : Math.min((canvas.width * scale) / width, (canvas.height * scale) / height)
  const size = {
    width: Math.max(1, Math.min(canvas.width, Math.round(width * factor))),
    height: Math.max(1, Math.min(canvas.height, Math.round(height * factor))),
  }
  const left = position
    ? (canvas.width - size.width) * position.x
    : before.left + (before.width - size.width) / 2
  const top = position
    ? (canvas.height - size.height) * position.y
    : before.top + (before.height - size.height) / 2
  return {
    canvas,
    target: {
      ...size,
      left: inside(left, canvas.width - size.width),
      top: inside(top, canvas.height - size.height),
    },
  }
}

function marginPixels(length: Length, side: number): number {
  const wanted = 'pixels' in length ? length.pixels : length.share * side
  return Math.round(Math.min(wanted, maxMarginShare * side, maxMarginPixels))
}

function inside(at: number, max: number): number {
  return Math.max(0, Math.min(max, Math.round(at)))
}
