import { type Canvas, made, type Rect, unknown } from './canvas.ts'
import type { LowFill } from './fill-low.ts'
import type { Detail } from './find-detail.ts'
import { nodeCount, nodesPerSide } from './patch-match.ts'
import { computeTaps, cubic, type Taps } from './resample.ts'
import { modelSide } from './step.ts'

/** The model-size image, scaled to the window's width but not yet to its height. */
interface WideImage {
  /** Three planes of modelSide rows. */
  planes: Float32Array
  width: number
  vertical: Taps
}

/**
 * Scales the fill to full size and writes it to unknown pixels of the target. An enlarged image has
 * no detail finer than its cells. That detail comes from similar places in the photo (their pixels
 * minus their own enlargement).
 */
export function pasteWindow(
  canvas: Canvas,
  window: Rect,
  target: Rect,
  low: LowFill,
  detail: Detail | undefined,
): void {
  const sources = { canvas, window, wide: widen(low, window), detail }
  for (let y = target.y; y < target.y + target.height; y++) {
    for (let x = target.x; x < target.x + target.width; x++) {
      if (canvas.state[y * canvas.width + x] !== unknown) continue
      pastePixel(sources, x - window.x, y - window.y)
    }
  }
  // Only now, so a pixel generated in this step doesn't become a source of detail for it.
  for (let y = target.y; y < target.y + target.height; y++) {
    const start = y * canvas.width + target.x
    const row = canvas.state.subarray(start, start + target.width)
    for (let x = 0; x < row.length; x++) if (row[x] === unknown) row[x] = made
  }
}

interface Sources {
  canvas: Canvas
  window: Rect
  wide: WideImage
  detail: Detail | undefined
}

function pastePixel({ canvas, window, wide, detail }: Sources, x: number, y: number): void {
  const to = ((window.y + y) * canvas.width + window.x + x) * 3
  const node = findNode(window, x, y)
  const match = detail?.matches[node] ?? -1
  const gain = detail?.gain[node] ?? 0
  const sx = match < 0 ? 0 : x + shift(match % nodesPerSide, node % nodesPerSide, window.width)
  const sy = match < 0 ? 0 : y + shift(findRow(match), findRow(node), window.height)
  const from = ((window.y + sy) * canvas.width + window.x + sx) * 3
  for (let c = 0; c < 3; c++) {
    let value = enlarged(wide, c, x, y)
    if (match >= 0)
      value += gain * ((canvas.pixels[from + c] as number) - enlarged(wide, c, sx, sy))
    canvas.pixels[to + c] = Math.min(255, Math.max(0, Math.round(value)))
  }
}

function findRow(node: number): number {
  return Math.floor(node / nodesPerSide)
}

/** Converts nodes to pixels. */
function shift(to: number, from: number, length: number): number {
  return Math.round(((to - from) * length) / nodesPerSide)
}

function findNode(window: Rect, x: number, y: number): number {
  const column = Math.floor((x * nodesPerSide) / window.width)
  const row = Math.floor((y * nodesPerSide) / window.height)
  return row * nodesPerSide + column
}

/** The nodes that contain unknown pixels of the target. */
export function wantedNodes(canvas: Canvas, window: Rect, target: Rect): Uint8Array {
  const wanted = new Uint8Array(nodeCount)
  for (let y = target.y; y < target.y + target.height; y++) {
    for (let x = target.x; x < target.x + target.width; x++) {
      if (canvas.state[y * canvas.width + x] !== unknown) continue
      wanted[findNode(window, x - window.x, y - window.y)] = 1
    }
  }
  return wanted
}

function widen(low: LowFill, window: Rect): WideImage {
  const { width, height } = window
  const { start, weights, count } = computeTaps(modelSide, width, cubic)
  const planes = new Float32Array(width * modelSide * 3)
  for (let row = 0, to = 0; row < modelSide * 3; row++) {
    for (let x = 0; x < width; x++, to++) {
      let sum = 0
      let from = row * modelSide + (start[x] as number)
      for (let k = x * count; k < (x + 1) * count; k++, from++) {
        sum += (weights[k] as number) * (low.planes[from] as number)
      }
      planes[to] = sum
    }
  }
  return { planes, width, vertical: computeTaps(modelSide, height, cubic) }
}

function enlarged(wide: WideImage, plane: number, x: number, y: number): number {
  const { start, weights, count } = wide.vertical
  let from = (plane * modelSide + (start[y] as number)) * wide.width + x
  let sum = 0
  for (let k = y * count; k < (y + 1) * count; k++, from += wide.width) {
    sum += (weights[k] as number) * (wide.planes[from] as number)
  }
  return sum
}
