import type { Box } from '../background/foreground.ts'

export interface PlannedCrop {
  crop: Box
  /** How many of the boxes the crop shows as a whole. */
  shown: number
}

/** Hair, ears and hats are outside the box of a face. */
const margin = 0.15
/** People look best a little above the middle. */
const focusHeight = 0.44
/** A face that the edge cuts is worse than one that isn't in the picture. */
const costOfCut = 0.6
const costOfDistance = 0.3
const maxSteps = 400

interface Span {
  from: number
  to: number
  weight: number
}

/**
 * The largest part of an image with an aspect ratio. It slides along one axis to where it shows
 * most of the boxes, large ones first, and cuts none.
 */
export function planCrop(
  { width, height }: { width: number; height: number },
  ratio: number,
  boxes: Box[],
): PlannedCrop {
  const isWide = width / height > ratio
  const across = Math.max(1, isWide ? Math.min(width, Math.round(height * ratio)) : width)
  const down = Math.max(1, isWide ? height : Math.min(height, Math.round(width / ratio)))
  const spans = boxes.map((box): Span => {
    const [start, size] = isWide ? [box.left, box.width] : [box.top, box.height]
    const weight = Math.sqrt(box.width * box.height)
    return { from: start - size * margin, to: start + size * (1 + margin), weight }
  })
  const place = isWide
    ? slide(spans, across, width, 0.5)
    : slide(spans, down, height, boxes.length > 0 ? focusHeight : 0.5)
  const crop = {
    left: isWide ? place : 0,
    top: isWide ? 0 : place,
    width: across,
    height: down,
  }
  return { crop, shown: boxes.filter((box) => contains(crop, box)).length }
}

/** The best start of a window of `size` within `total`. `focus` is the share where spans belong. */
function slide(spans: Span[], size: number, total: number, focus: number): number {
  const last = total - size
  if (spans.length === 0) return Math.round(last * focus)
  const steps = Math.min(maxSteps, last)
  let best = { start: 0, value: Number.NEGATIVE_INFINITY }
  for (let step = 0; step <= steps; step++) {
    const start = steps === 0 ? 0 : Math.round((last * step) / steps)
    const value = rateCrop(spans, start, size, total, focus)
    if (value > best.value) best = { start, value }
  }
  return best.start
}

function rateCrop(
  spans: Span[],
  start: number,
  size: number,
  total: number,
  focus: number,
): number {
  let value = 0
  let inside = 0
  let middles = 0
  for (const { from, to, weight } of spans) {
    // Nothing shows more than the image has.
    const [first, end] = [Math.max(0, from), Math.min(total, to)]
    if (end <= start || first >= start + size) continue
    const isWhole = first >= start && end <= start + size
    // What can't fit at all is shown as far as possible.
    const shown = (Math.min(end, start + size) - Math.max(first, start)) / (end - first)
    if (end - first > size) value += weight * shown
    else value += isWhole ? weight : -weight * costOfCut
    inside += weight
    // Heads are at the top, so that is shown of what is too tall.
    const isTooTall = end - first > size && focus < 0.5
    middles += weight * (isTooTall ? first + size * focus : (first + end) / 2)
  }
  if (inside === 0) return value
  const distance = Math.abs(middles / inside - (start + size * focus)) / size
  return value - distance * costOfDistance * inside
}

/** One pixel of rounding doesn't count. */
function contains(crop: Box, box: Box): boolean {
  return (
    box.left >= crop.left - 1 &&
    box.top >= crop.top - 1 &&
    box.left + box.width <= crop.left + crop.width + 1 &&
    box.top + box.height <= crop.top + crop.height + 1
  )
}
