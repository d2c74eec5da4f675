/** Rows [width][depth] to 8-bit columns [depth][width], each with the scale of its largest value. */
export function quantise(rows: Float32Array, width: number, depth: number) {
  const values = new Int8Array(rows.length)
  const scales = new Float32Array(width)
  for (let row = 0; row < width; row++) {
    let largest = 0
    for (let at = row * depth; at < (row + 1) * depth; at++) {
      largest = Math.max(largest, Math.abs(rows[at] as number))
    }
    const scale = largest / 127 || 1
    scales[row] = scale
    for (let column = 0; column < depth; column++) {
      values[column * width + row] = Math.round((rows[row * depth + column] as number) / scale)
    }
  }
  return { values, scales }
}
