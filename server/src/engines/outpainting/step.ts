import type { Rect } from './canvas.ts'
import type { Side } from './variations.ts'

/** The side of the square that the model works on. */
export const modelSide = 512
export const modelCells = modelSide * modelSide

/** One run of the model: it looks at `window` and fills what is unknown in `target`. */
export interface Step {
  /** May reach beyond the canvas, where nothing is known. */
  window: Rect
  target: Rect
  /** What the model is shown beyond the target, see `mirrorStrip`. */
  mirror?: Mirror
}

/** The outermost `depth` pixels of a window, on one side of it. */
export interface Mirror {
  side: Side
  depth: number
  /** How far behind the border the mirrored part of the photo starts. */
  gap: number
}
