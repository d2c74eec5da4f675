/** Small enough for a block of each matrix to stay in the cache. */
const block = 32

/** Rows [width][depth] to [depth][width]. */
export function transpose(rows: Float32Array, width: number, depth: number): Float32Array {
  const columns = new Float32Array(rows.length)
  for (let top = 0; top < width; top += block) {
    const bottom = Math.min(top + block, width)
    for (let left = 0; left < depth; left += block) {
      const right = Math.min(left + block, depth)
      for (let row = top; row < bottom; row++) {
        for (let column = left; column < right; column++) {
          columns[column * width + row] = rows[row * depth + column] as number
        }
      }
    }
  }
  return columns
}
