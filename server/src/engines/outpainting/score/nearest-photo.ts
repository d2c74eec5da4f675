import { photo } from '../canvas.ts'
import type { SmallCopy } from './small-copy.ts'

/** The nearest photo cell of each cell, found in two sweeps; -1 if there is none. */
export function nearestPhoto({ width, height, state }: SmallCopy): Int32Array {
  const nearest = new Int32Array(state.length).fill(-1)
  const squaredDistance = (at: number, from: number) => {
    const across = (at % width) - (from % width)
    const down = Math.floor(at / width) - Math.floor(from / width)
    return across * across + down * down
  }
  const takeOver = (at: number, other: number) => {
    const [own = -1, from = -1] = [nearest[at], nearest[other]]
    if (from < 0) return
    if (own < 0 || squaredDistance(at, from) < squaredDistance(at, own)) nearest[at] = from
  }
  const visit = (x: number, y: number, before: 1 | -1) => {
    const at = y * width + x
    if (state[at] === photo) nearest[at] = at
    if (x + before >= 0 && x + before < width) takeOver(at, at + before)
    if (y + before < 0 || y + before >= height) return
    for (let beside = Math.max(0, x - 1); beside <= Math.min(width - 1, x + 1); beside++) {
      takeOver(at, (y + before) * width + beside)
    }
  }
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) visit(x, y, -1)
  for (let y = height - 1; y >= 0; y--) for (let x = width - 1; x >= 0; x--) visit(x, y, 1)
  return nearest
}
