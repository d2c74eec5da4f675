import type { Canvas, Rect } from './canvas.ts'
import { close, findHoles, type Hole, type HoleMap, mapHoles, openShare } from './hole-map.ts'
import { modelSide, type Step } from './step.ts'
import type { Variation } from './variations.ts'

/**
 * Approximate maximum number of windows. A mask with holes everywhere is planned at a coarser
 * scale.
 */
const maxWindows = 20
/** Margin on each side of a window that is only context: a fill there would see too little. */
const marginShare = 0.15
/** Maximum shift of a window, as a share of its side. A piece and its margin still fit inside. */
const maxShift = 0.08

/**
 * Plans how to fill all unknown pixels inside a rectangle: each connected hole in windows about
 * twice as wide as the hole is thick, starting with those that see the most known pixels. A window
 * also fills smaller holes in its middle.
 */
export function planHoles(canvas: Canvas, area: Rect, variation: Variation): Step[] {
  const map = mapHoles(canvas, area)
  const least = leastSide(map)
  const steps: Step[] = []
  const holes = findHoles(map)
  for (const hole of least > modelSide ? together(holes) : holes) {
    const waiting = planHole(hole, map, variation, least)
    while (waiting.length > 0) {
      const shares = waiting.map((step) => openShare(map, step.window))
      const [best] = waiting.splice(shares.indexOf(Math.min(...shares)), 1)
      if (!best || openShare(map, best.target) === 0) continue
      const step = { ...best, target: widest(best, map) }
      steps.push(step)
      close(map, step.target)
    }
  }
  return steps
}

/** The minimum window size at which a reasonable number of windows covers all holes. */
function leastSide(map: HoleMap): number {
  const block = modelSide * (1 - 2 * marginShare)
  let touched = 0
  for (let y = 0; y < map.area.height; y += block) {
    for (let x = 0; x < map.area.width; x += block) {
      const rect = { x: map.area.x + x, y: map.area.y + y, width: block, height: block }
      if (openShare(map, rect) > 0) touched++
    }
  }
  return Math.ceil(modelSide * Math.max(1, Math.sqrt(touched / maxWindows)))
}

/** Many scattered holes are planned as one, in rows and columns. Separate windows would overlap. */
function together(holes: Hole[]): Hole[] {
  const [thickest] = holes
  if (!thickest) return []
  const x = Math.min(...holes.map(({ bounds }) => bounds.x))
  const y = Math.min(...holes.map(({ bounds }) => bounds.y))
  const width = Math.max(...holes.map(({ bounds }) => bounds.x + bounds.width)) - x
  const height = Math.max(...holes.map(({ bounds }) => bounds.y + bounds.height)) - y
  return [{ bounds: { x, y, width, height }, thickness: thickest.thickness }]
}

function planHole(hole: Hole, map: HoleMap, variation: Variation, least: number): Step[] {
  const { bounds, thickness } = hole
  const longest = Math.max(bounds.width, bounds.height)
  const context = Math.max(1, variation.context)
  const side = Math.ceil(Math.max(least, thickness * 2.2, longest / 3) * context)
  const piece = Math.max(64, side * 0.6 * variation.stepShare)
  const steps: Step[] = []
  for (const [top, bottom] of cut(bounds.height, piece, map.cell)) {
    for (const [left, right] of cut(bounds.width, piece, map.cell)) {
      const target = {
        x: bounds.x + left,
        y: bounds.y + top,
        width: right - left,
        height: bottom - top,
      }
      const window = windowAround(target, side, map.area, variation)
      steps.push({ target, window, flip: variation.flip })
    }
  }
  return steps
}

/** Pieces end on cell boundaries, so a partly filled cell never counts as done. */
function cut(length: number, piece: number, cell: number): [number, number][] {
  const count = Math.min(Math.ceil(length / piece), Math.ceil(length / cell))
  const end = (i: number) => Math.min(length, Math.round((length * i) / count / cell) * cell)
  return Array.from({ length: count }, (_, i) => [end(i), i === count - 1 ? length : end(i + 1)])
}

/** A square roughly centred on the target, moved back inside the area if it leaves it. */
function windowAround(target: Rect, side: number, area: Rect, { shift }: Variation): Rect {
  const width = Math.min(side, area.width)
  const height = Math.min(side, area.height)
  const x = Math.round(target.x + target.width / 2 - width / 2 + shift.x * width * maxShift)
  const y = Math.round(target.y + target.height / 2 - height / 2 + shift.y * height * maxShift)
  return {
    x: Math.min(Math.max(x, area.x), area.x + area.width - width),
    y: Math.min(Math.max(y, area.y), area.y + area.height - height),
    width,
    height,
  }
}

/** The target plus the middle of the window, in whole map cells. */
function widest({ window, target }: Step, { area, cell }: HoleMap): Rect {
  const across = (rect: Rect): Span => [rect.x, rect.x + rect.width]
  const down = (rect: Rect): Span => [rect.y, rect.y + rect.height]
  const [left, right] = widestSpan(across(window), across(target), across(area), cell)
  const [top, bottom] = widestSpan(down(window), down(target), down(area), cell)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

type Span = [from: number, to: number]

/** A window at the area's edge can see nothing more there, so it needs no margin. */
function widestSpan(window: Span, target: Span, area: Span, cell: number): Span {
  const margin = (window[1] - window[0]) * marginShare
  const cells = (pixels: number, round: (value: number) => number) => round(pixels / cell) * cell
  const from =
    window[0] <= area[0] ? area[0] : area[0] + cells(window[0] + margin - area[0], Math.ceil)
  const to =
    window[1] >= area[1] ? area[1] : area[0] + cells(window[1] - margin - area[0], Math.floor)
  return [Math.min(from, target[0]), Math.max(to, target[1])]
}
