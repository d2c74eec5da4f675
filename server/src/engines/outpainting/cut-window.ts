import { type Canvas, made, photo, type Rect } from './canvas.ts'
import { computeTaps, type Taps, triangle } from './resample.ts'
import { modelCells, modelSide } from './step.ts'

/** A window of the canvas at model size: colours 0..255 in three planes. */
export interface Cut {
  planes: Float32Array
  /** The known share of the pixels under each cell, 0..1. */
  known: Float32Array
}

/**
 * Scales a window to model size. Unknown pixels have no weight, so the colour of empty areas
 * doesn't bleed into cells at the border. Everything outside the canvas is unknown.
 */
export function cutWindow(canvas: Canvas, window: Rect): Cut {
  const rows = squeezeRows(canvas, window, computeTaps(window.width, modelSide, triangle))
  return stackRows(rows, computeTaps(window.height, modelSide, triangle))
}

/** Each row of the window as 512 × (red, green, blue, known), with colours weighted by known. */
function squeezeRows(canvas: Canvas, window: Rect, taps: Taps): Float32Array {
  const rows = new Float32Array(window.height * modelSide * 4)
  const { start, weights, count } = taps
  for (let y = 0; y < window.height; y++) {
    if (window.y + y < 0 || window.y + y >= canvas.height) continue
    const row = (window.y + y) * canvas.width
    for (let i = 0, to = y * modelSide * 4; i < modelSide; i++, to += 4) {
      let [red, green, blue, known] = [0, 0, 0, 0]
      let x = window.x + (start[i] as number)
      for (let k = i * count; k < (i + 1) * count; k++, x++) {
        if (x < 0 || x >= canvas.width) continue
        const from = row + x
        const state = canvas.state[from] as number
        if (state !== photo && state !== made) continue
        const weight = weights[k] as number
        red += weight * (canvas.pixels[from * 3] as number)
        green += weight * (canvas.pixels[from * 3 + 1] as number)
        blue += weight * (canvas.pixels[from * 3 + 2] as number)
        known += weight
      }
      rows[to] = red
      rows[to + 1] = green
      rows[to + 2] = blue
      rows[to + 3] = known
    }
  }
  return rows
}

function stackRows(rows: Float32Array, taps: Taps): Cut {
  const planes = new Float32Array(modelCells * 3)
  const known = new Float32Array(modelCells)
  const { start, weights, count } = taps
  const stride = modelSide * 4
  for (let j = 0; j < modelSide; j++) {
    for (let i = 0; i < modelSide; i++) {
      let [red, green, blue, share] = [0, 0, 0, 0]
      let from = (start[j] as number) * stride + i * 4
      for (let k = j * count; k < (j + 1) * count; k++, from += stride) {
        const weight = weights[k] as number
        red += weight * (rows[from] as number)
        green += weight * (rows[from + 1] as number)
        blue += weight * (rows[from + 2] as number)
        share += weight * (rows[from + 3] as number)
      }
      const at = j * modelSide + i
      known[at] = share
      if (share <= 0) continue
      planes[at] = red / share
      planes[modelCells + at] = green / share
      planes[modelCells * 2 + at] = blue / share
    }
  }
  return { planes, known }
}
