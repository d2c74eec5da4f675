import type { Rect } from './canvas.ts'
import type { Side } from './variations.ts'

/** The side of the square that the model works on. */
export const modelSide = 512
export const modelCells = modelSide * modelSide

/** One run of the model or two: it looks at `window` and fills what is unknown in `target`. */
export interface Step {
  /** May reach beyond the canvas, where nothing is known. */
  window: Rect
  target: Rect
  /** Whether the model sees the window mirrored. */
  flip: boolean
  /** The outermost part of a window, on one side of it; see `mirrorBeyond`. */
  beyond?: Beyond
}

export interface Beyond {
  side: Side
  depth: number
}
