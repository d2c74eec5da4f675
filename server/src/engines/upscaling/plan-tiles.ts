export interface Tile {
  left: number
  top: number
  width: number
  height: number
}

/** Splits an image into tiles of nearly equal size, row by row. */
export function planTiles(width: number, height: number, maxSide: number): Tile[] {
  const columns = cuts(width, maxSide)
  return cuts(height, maxSide).flatMap(([top, bottom]) =>
    columns.map(([left, right]) => ({ left, top, width: right - left, height: bottom - top })),
  )
}

function cuts(length: number, maxSide: number): [from: number, to: number][] {
  const count = Math.ceil(length / maxSide)
  const at = (index: number) => Math.round((length * index) / count)
  return Array.from({ length: count }, (_, index) => [at(index), at(index + 1)])
}
