import type { Rect } from './canvas.ts'
import type { Size } from './plan-canvas.ts'
import { modelSide, type Step } from './step.ts'
import type { Side, Variation } from './variations.ts'

/** Maximum share of new area in a window. With more, the model loses the scene. */
const newShare = 0.36
/**
 * Ratio of a window's size across the border to its size along it, if the photo reaches that far.
 */
const usualShape = 1.35
/** Overlap of neighbouring windows along a side, so each sees the previous result. */
const overlapShare = 0.3

/**
 * Candidates for a window's longest side, in pixels: small windows are sharper, large ones fewer.
 */
const spans = [1400, 2000, 2800, Number.POSITIVE_INFINITY]
/** The first span that needs at most this many model runs is used. */
const maxSteps = 6

/**
 * Grows a known rectangle to the whole canvas: one side after the other, each side in steps from
 * the inside out, each step in near-square windows along the side. Filling all sides at once leaves
 * a visible frame line; one at a time doesn't.
 */
export function planBands(known: Rect, canvas: Size, variation: Variation): Step[] {
  const plans = spans.map((span) => planVariation(span, known, canvas, variation))
  return plans.find(({ length }) => length <= maxSteps) ?? (plans.at(-1) as Step[])
}

function planVariation(span: number, known: Rect, canvas: Size, variation: Variation): Step[] {
  const steps: Step[] = []
  let grown = known
  for (const side of variation.order) {
    let left = depthLeft(grown, canvas, side)
    while (left > 0) {
      const depth = stepDepth(grown, side, left, span, variation)
      steps.push(...planBand(grown, side, depth, span, variation))
      grown = grow(grown, side, depth)
      left -= depth
    }
  }
  return steps
}

function depthLeft(known: Rect, canvas: Size, side: Side): number {
  if (side === 'left') return known.x
  if (side === 'top') return known.y
  if (side === 'right') return canvas.width - known.x - known.width
  return canvas.height - known.y - known.height
}

function isSideways(side: Side): boolean {
  return side === 'left' || side === 'right'
}

/** The known size `behind` the border, and its length along the border. */
function measure(known: Rect, side: Side): { behind: number; length: number } {
  return isSideways(side)
    ? { behind: known.width, length: known.height }
    : { behind: known.height, length: known.width }
}

function stepDepth(
  known: Rect,
  side: Side,
  left: number,
  span: number,
  variation: Variation,
): number {
  const { behind, length } = measure(known, side)
  const most = Math.max(64, Math.min(behind * 0.75, length * 0.55, span * 1.2 * newShare))
  const steps = Math.ceil(left / (most * variation.stepShare))
  return Math.ceil(left / steps)
}

function planBand(
  known: Rect,
  side: Side,
  depth: number,
  span: number,
  variation: Variation,
): Step[] {
  const { behind, length } = measure(known, side)
  const { along, starts } = windowsAlong(length, behind + depth, depth, span, variation)
  const across = Math.max(along * usualShape * variation.context, depth / newShare)
  const strip = Math.min(Math.round(across * variation.beyondShare), behind)
  const inner = Math.min(Math.max(Math.round(across) - depth - strip, strip), behind)
  // The model continues to the right much better than to the left.
  const flip = (side === 'left') !== variation.flip
  let done = 0
  return starts.map((start) => {
    const window = bandRect(
      known,
      side,
      { from: start, length: along },
      { inner, outer: depth + strip },
    )
    const target = bandRect(
      known,
      side,
      { from: done, length: start + along - done },
      { inner: 0, outer: depth },
    )
    done = start + along
    return { window, target, flip, beyond: { side, depth: strip } }
  })
}

/** One window for a whole side shows the model most of the scene, so only long sides are split. */
function windowsAlong(
  length: number,
  deepest: number,
  depth: number,
  span: number,
  variation: Variation,
): { along: number; starts: number[] } {
  const wanted = Math.max(modelSide, deepest * 1.8, depth * 2.2 * variation.context)
  const longest = Math.min(length, wanted, span)
  const ownShare = 1 - overlapShare
  const count = Math.min(8, 1 + Math.ceil((length - longest) / (longest * ownShare)))
  const along = Math.min(length, Math.ceil(length / (1 + (count - 1) * ownShare)))
  const starts = Array.from({ length: count }, (_, i) =>
    count === 1 ? 0 : Math.round(((length - along) * i) / (count - 1)),
  )
  return { along, starts }
}

/** Part of the border: `from` and `length` along it, `inner` and `outer` pixels across it. */
function bandRect(
  known: Rect,
  side: Side,
  { from, length }: { from: number; length: number },
  { inner, outer }: { inner: number; outer: number },
): Rect {
  const depth = inner + outer
  if (isSideways(side)) {
    const x = side === 'left' ? known.x - outer : known.x + known.width - inner
    return { x, y: known.y + from, width: depth, height: length }
  }
  const y = side === 'top' ? known.y - outer : known.y + known.height - inner
  return { x: known.x + from, y, width: length, height: depth }
}

function grow(known: Rect, side: Side, depth: number): Rect {
  if (side === 'left') return { ...known, x: known.x - depth, width: known.width + depth }
  if (side === 'right') return { ...known, width: known.width + depth }
  if (side === 'top') return { ...known, y: known.y - depth, height: known.height + depth }
  return { ...known, height: known.height + depth }
}
