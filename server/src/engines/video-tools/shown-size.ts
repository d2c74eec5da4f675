import type { Size } from '../media/frame-rate.ts'
import { limits } from './video-tool-request.ts'

export type ColourMatrix = 'bt601' | 'bt709'

/** Players assume this matrix for a video that doesn't name one. */
export function usualMatrix(height: number): ColourMatrix {
  return height >= 720 ? 'bt709' : 'bt601'
}

export interface PictureTarget extends Size {
  /** Pads to the target's shape, or crops to it. */
  fit: 'pad' | 'cover'
  /** Defaults to bt709. */
  matrix?: ColourMatrix
}

/** The size that people see: upright, with square pixels. Both sides are even. */
export function shownSize(
  { width, height }: Size,
  aspect: { num: number; den: number },
  degrees: number,
): Size {
  const stretch = aspect.num > 0 && aspect.den > 0 ? aspect.num / aspect.den : 1
  // A hostile aspect ratio must not make a small video huge.
  const across = Math.min(width * stretch, limits.maxPixels / Math.max(1, height))
  const isTurned = degrees % 180 !== 0
  return isTurned
    ? { width: even(height), height: even(across) }
    : { width: even(across), height: even(height) }
}

/** The scaled size of a picture that fits into the target, or covers it. */
export function fitSize(shown: Size, { width, height, fit }: PictureTarget): Size {
  const scales = [width / shown.width, height / shown.height]
  const scale = fit === 'pad' ? Math.min(...scales) : Math.max(...scales)
  const inner = { width: even(shown.width * scale), height: even(shown.height * scale) }
  if (fit === 'pad') {
    return { width: Math.min(width, inner.width), height: Math.min(height, inner.height) }
  }
  return {
    width: between(width, inner.width, limits.maxPixels / height),
    height: between(height, inner.height, limits.maxPixels / width),
  }
}

function between(min: number, value: number, max: number): number {
  return Math.max(min, Math.min(value, Math.floor(max / 2) * 2))
}

/** Encoders need even sides of at least a macroblock. */
function even(side: number): number {
  return Math.max(16, Math.round(side / 2) * 2)
}
