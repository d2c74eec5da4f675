import type { Cut } from './cut-window.ts'
import { modelCells, modelSide, type Step } from './step.ts'

/**
 * Shows the model a mirrored piece of the photo beyond the area to fill. A hole that is open to
 * nothing invites the model to invent an ending (a post, a white sky, an odd object); between two
 * pieces of the same scene it carries on the horizon, the meadow and the wall from one to the other.
 * The strip itself is thrown away. Returns the cells that it covers.
 */
export function mirrorStrip(cut: Cut, step: Step): Uint8Array {
  const covered = new Uint8Array(modelCells)
  const { mirror, window, target } = step
  if (!mirror || mirror.depth === 0) return covered
  const sideways = mirror.side === 'left' || mirror.side === 'right'
  const perPixel = modelSide / (sideways ? window.width : window.height)
  const hole = Math.round((sideways ? target.width : target.height) * perPixel)
  const strip = Math.round(mirror.depth * perPixel)
  const gap = Math.round(mirror.gap * perPixel)
  // Counted from the outer edge of the window inwards: strip, hole, then the photo.
  for (let out = 0; out < strip; out++) {
    const from = Math.min(modelSide - 1, strip + hole + gap + (strip - 1 - out))
    for (let i = 0; i < modelSide; i++) {
      const to = cellAt(mirror.side, out, i)
      copyCell(cut, cellAt(mirror.side, from, i), to)
      covered[to] = 1
    }
  }
  return covered
}

function cellAt(side: string, fromEdge: number, along: number): number {
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
