import type { Cut } from './cut-window.ts'
import { erode, type Nearest, nearestSet, sumAround, sumTable, without } from './grid.ts'
import type { FillWindow } from './migan.ts'
import { modelCells, modelSide } from './step.ts'

/**
 * Where layers of the fill begin and end, in cells from the border. In the first three the model
 * itself blends its fill with the border, so each of them is off by another step than the rest.
 */
const layers = [0, 1.5, 2.5, 3.5, 10]
/** So many cells of the photo at its border tell what the fill should start with. */
const photoCells = 3
/** Means are taken over this far along the border, to both sides. */
const alongCells = 10
/** How fast the correction at the border fades into the fill, in cells. */
const fadeCells = 20

/** A window at the size of the model, filled. */
export interface Low {
  /** Three planes: the photo where it is known, the fill where it is not. */
  planes: Float32Array
  /** 1 where the cut was known. */
  known: Uint8Array
}

/** Fills a cut at the size of the model. */
export async function fillLow(cut: Cut, flip: boolean, fill: FillWindow): Promise<Low> {
  const known = new Uint8Array(modelCells)
  // The colour of a cell is that of its known pixels, so half of them are enough to trust it.
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

/** The model blends its fill with what lies under it at the border: let that be the border's colour. */
function seedHoles(cut: Cut, { index }: Nearest): Uint8Array {
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
 * The fill often starts a little lighter or darker than the photo ends, which the eye follows as a
 * line for its whole length. That step is measured along the border, and taken out of the fill with
 * less and less weight. (Leaving some of the photo's border cells to the model, as one would for
 * inpainting, made the step larger in the pictures that were tried.)
 */
function matchBorder(planes: Float32Array, known: Uint8Array, nearest: Nearest): void {
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

/** Looks up the mean of a plane over the set cells near a cell; `otherwise` where none is set. */
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
