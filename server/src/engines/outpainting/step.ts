import type { Rect } from './canvas.ts'
import type { Side } from './variations.ts'

/** Side of the model's square input. */
export const modelSide = 512
export const modelCells = modelSide * modelSide

/** One or two model runs: the model sees `window` and fills unknown pixels in `target`. */
export interface Step {
  /** May extend beyond the canvas, where nothing is known. */
  window: Rect
  target: Rect
  /** Whether the model sees the window mirrored. */
  flip: boolean
  /** The outermost part of a window on one side. See `mirrorBeyond`. */
  beyond?: Overhang
}

export interface Overhang {
  side: Side
  depth: number
}
