import { gridSide } from './grid.ts'

/** A part of the image, in pixels. */
export interface Window {
  left: number
  top: number
  width: number
  height: number
}

interface Size {
  width: number
  height: number
}

/** Beyond this ratio, the square grid squeezes the subject so much that its edges suffer. */
const maxRatio = 2
/** Each window takes a run of the model. */
const maxWindows = 3
/** Windows that cover more than this share of the image would show little more than the whole. */
const maxShare = 0.7
/** What the model sees beside a subject, as a share of the shorter side. */
const marginShare = 0.25

/**
 * For panoramas, the parts that deserve a closer look: one around each subject that was found in
 * the whole image. Empty if the image is no panorama, or if the subjects fill most of it.
 */
export function planWindows(mask: Float32Array, { width, height }: Size): Window[] {
  const long = Math.max(width, height)
  const short = Math.min(width, height)
  if (long <= maxRatio * short) return []
  const isWide = width >= height
  const margin = marginShare * short
  const spans = findRuns(buildProfile(mask, isWide)).map(({ from, to }) => {
    const start = (from * long) / gridSide - margin
    const end = (to * long) / gridSide + margin
    // A window is at least square, unless the border of the image cuts it.
    const missing = Math.max(0, short - (end - start)) / 2
    return { from: Math.max(0, start - missing), to: Math.min(long, end + missing) }
  })
  const merged = merge(spans).map(({ from, to }) => ({ from: Math.floor(from), to: Math.ceil(to) }))
  const total = merged.reduce((sum, { from, to }) => sum + to - from, 0)
  if (merged.length > maxWindows || total > maxShare * long) return []
  return merged.map(({ from, to }) =>
    isWide
      ? { left: from, top: 0, width: to - from, height }
      : { left: 0, top: from, width, height: to - from },
  )
}

interface Span {
  from: number
  to: number
}

/** How many cells of the subject each column has, or each row of a tall image. */
function buildProfile(mask: Float32Array, isWide: boolean): Uint16Array {
  const counts = new Uint16Array(gridSide)
  for (let cell = 0; cell < mask.length; cell++) {
    if ((mask[cell] as number) < 0.5) continue
    const at = isWide ? cell % gridSide : Math.floor(cell / gridSide)
    counts[at] = (counts[at] as number) + 1
  }
  return counts
}

/** Fewer cells than this in a line are specks. */
const minCells = 3

function findRuns(counts: Uint16Array): Span[] {
  const runs: Span[] = []
  for (const [at, count] of counts.entries()) {
    if (count < minCells) continue
    const last = runs.at(-1)
    if (last?.to === at) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
  }
  return runs
}

function merge(spans: Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else merged.push({ ...span })
  }
  return merged
}
