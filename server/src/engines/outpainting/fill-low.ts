import type { Cut } from './cut-window.ts'
import { erode, type NearestCells, nearestSet, sumAround, sumTable, without } from './grid.ts'
import type { FillWindow } from './migan.ts'
import { modelCells, modelSide } from './step.ts'

/**
 * Boundaries of the fill's layers, in cells from the border. In the first three layers the model
 * blends its fill with the border, so each has a different offset.
 */
const layers = [0, 1.5, 2.5, 3.5, 10]
/** How many border cells of the photo determine the colour the fill should start with. */
const photoCells = 3
/** Means cover this distance along the border in both directions. */
const alongCells = 10
/** How fast the border correction fades into the fill, in cells. */
const fadeCells = 20

/** A filled window at model size. */
export interface LowFill {
  /** Three planes: the photo where it is known, the fill elsewhere. */
  planes: Float32Array
  /** 1 where the cut was known. */
  known: Uint8Array
}

export async function fillLow(cut: Cut, flip: boolean, fill: FillWindow): Promise<LowFill> {
  const known = new Uint8Array(modelCells)
  // A cell's colour comes only from its known pixels, so half of them are enough to trust it.
  for (let at = 0; at < modelCells; at++) known[at] = (cut.known[at] as number) >= 0.5 ? 1 : 0
  const nearest = nearestSet(known)
  const input = seedHoles(cut, nearest)
  const mask = known.map((set) => set * 255)
  if (flip) mirror(input, mask)
  const planes = new Float32Array(await fill(input, mask))
  if (flip) mirror(planes)
  for (let at = 0; at < modelCells; at++) {
    if (known[at] === 0) continue
    for (let c = 0; c < 3; c++) {
      planes[c * modelCells + at] = cut.planes[c * modelCells + at] as number
    }
  }
  matchBorder(planes, known, nearest)
  return { planes, known }
}

/**
 * The model blends its fill with the pixels under it at the border, so give those the border's
 * colour.
 */
function seedHoles(cut: Cut, { index }: NearestCells): Uint8Array {
  const planes = new Uint8Array(modelCells * 3)
  for (let at = 0; at < modelCells; at++) {
    const from = index[at] as number
    if (from < 0) continue
    for (let c = 0; c < 3; c++) {
      planes[c * modelCells + at] = Math.round(cut.planes[c * modelCells + from] as number)
    }
  }
  return planes
}

function mirror(...grids: (Uint8Array | Float32Array)[]): void {
  for (const grid of grids) {
    for (let row = 0; row < grid.length; row += modelSide) {
      grid.subarray(row, row + modelSide).reverse()
    }
  }
}

/**
 * The fill often starts slightly lighter or darker than the photo ends, which is visible as a line
 * along the whole border. We measure that step along the border and subtract it from the fill with
 * decreasing weight. (Leaving some border cells of the photo to the model, as is common for
 * inpainting, made the step larger in the images we tried.)
 */
function matchBorder(planes: Float32Array, known: Uint8Array, nearest: NearestCells): void {
  const { index, distance } = nearest
  const photoEnds = meansAround(planes, without(known, erode(known, photoCells)))
  for (let layer = 0; layer + 1 < layers.length; layer++) {
    const from = layers[layer] as number
    const to = layers[layer + 1] as number
    const reach = layer + 2 === layers.length ? Number.POSITIVE_INFINITY : to
    const fillStarts = meansAround(planes, between(distance, from, to))
    for (let at = 0; at < modelCells; at++) {
      const away = distance[at] as number
      const border = index[at] as number
      if (away <= from || away > reach || border < 0) continue
      const fade = Math.exp(-away / fadeCells)
      for (let c = 0; c < 3; c++) {
        const value = planes[c * modelCells + at] as number
        const step = photoEnds(c, border, value) - fillStarts(c, border, value)
        planes[c * modelCells + at] = Math.min(255, Math.max(0, value + step * fade))
      }
    }
  }
}

function between(distance: Float32Array, from: number, to: number): Uint8Array {
  const set = new Uint8Array(modelCells)
  for (let at = 0; at < modelCells; at++) {
    const away = distance[at] as number
    set[at] = away > from && away <= to ? 1 : 0
  }
  return set
}

/** Returns a lookup of the mean over set cells near a cell, or `otherwise` if none is set. */
function meansAround(planes: Float32Array, set: Uint8Array) {
  const count = sumTable(set, set)
  const sums = [0, 1, 2].map((c) =>
    sumTable(planes.subarray(c * modelCells, (c + 1) * modelCells), set),
  )
  return (plane: number, at: number, otherwise: number): number => {
    const cells = sumAround(count, at, alongCells)
    return cells < 1 ? otherwise : sumAround(sums[plane] as Float64Array, at, alongCells) / cells
  }
}
