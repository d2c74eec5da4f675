/** A rectangle of cells. `right` and `bottom` are exclusive. */
export interface Region {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * Computes the mean over a window of (2·radius.x+1) × (2·radius.y+1), inside `region` of a plane that
 * is `stride` wide. Windows are clipped at the region's border. Uses running sums, so the radius
 * doesn't affect the cost. `scratch` must be as large as `plane`. Works in place.
 */
export function boxBlur(
  plane: Float32Array,
  scratch: Float32Array,
  stride: number,
  region: Region,
  radius: { x: number; y: number },
): void {
  blurRows(plane, scratch, stride, region, radius.x)
  blurColumns(scratch, plane, stride, region, radius.y)
}

function blurRows(
  from: Float32Array,
  to: Float32Array,
  stride: number,
  { left, top, right, bottom }: Region,
  radius: number,
): void {
  for (let y = top; y < bottom; y++) {
    const row = y * stride
    let sum = 0
    let count = Math.min(right, left + radius) - left
    for (let x = left; x < left + count; x++) sum += from[row + x] as number
    for (let x = left; x < right; x++) {
      if (x + radius < right) {
        sum += from[row + x + radius] as number
        count++
      }
      if (x - radius > left) {
        sum -= from[row + x - radius - 1] as number
        count--
      }
      to[row + x] = sum / count
    }
  }
}

/** Adds and subtracts whole rows so memory is read in order. */
function blurColumns(
  from: Float32Array,
  to: Float32Array,
  stride: number,
  { left, top, right, bottom }: Region,
  radius: number,
): void {
  const sums = new Float64Array(right - left)
  const add = (y: number, sign: number) => {
    const row = y * stride + left
    for (let x = 0; x < sums.length; x++) {
      sums[x] = (sums[x] as number) + sign * (from[row + x] as number)
    }
  }
  let count = Math.min(bottom, top + radius) - top
  for (let y = top; y < top + count; y++) add(y, 1)
  for (let y = top; y < bottom; y++) {
    if (y + radius < bottom) {
      add(y + radius, 1)
      count++
    }
    if (y - radius > top) {
      add(y - radius - 1, -1)
      count--
    }
    const row = y * stride + left
    for (let x = 0; x < sums.length; x++) to[row + x] = (sums[x] as number) / count
  }
}
