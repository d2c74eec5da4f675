import type { Cut } from './cut-window.ts'
import { modelCells, modelSide, type Step } from './step.ts'

/**
 * Copies a window and puts a mirrored piece of the photo beyond the area to fill. In an open-ended
 * hole the model sometimes invents an ending (a post, a white sky, an odd object). Between two
 * pieces of the same scene it sometimes invents an object between them, but continues horizons,
 * meadows and walls. Returns undefined if the step has no such part.
 */
export function mirrorBeyond(cut: Cut, { beyond, window, target }: Step): Cut | undefined {
  if (!beyond || beyond.depth === 0) return undefined
  const sideways = beyond.side === 'left' || beyond.side === 'right'
  const perPixel = modelSide / (sideways ? window.width : window.height)
  const hole = Math.round((sideways ? target.width : target.height) * perPixel)
  const strip = Math.round(beyond.depth * perPixel)
  const mirrored = { planes: cut.planes.slice(), known: cut.known.slice() }
  // From the outer edge of the window inwards: strip, hole, then the photo.
  for (let out = 0; out < strip; out++) {
    const from = Math.min(modelSide - 1, strip + hole + (strip - 1 - out))
    for (let i = 0; i < modelSide; i++) {
      copyCell(mirrored, findCell(beyond.side, from, i), findCell(beyond.side, out, i))
    }
  }
  return mirrored
}

function findCell(side: string, fromEdge: number, along: number): number {
  if (side === 'left') return along * modelSide + fromEdge
  if (side === 'right') return along * modelSide + modelSide - 1 - fromEdge
  if (side === 'top') return fromEdge * modelSide + along
  return (modelSide - 1 - fromEdge) * modelSide + along
}

function copyCell(cut: Cut, from: number, to: number): void {
  cut.known[to] = cut.known[from] as number
  for (let c = 0; c < 3; c++) {
    cut.planes[c * modelCells + to] = cut.planes[c * modelCells + from] as number
  }
}
