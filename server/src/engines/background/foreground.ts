export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Alpha below this is invisible and must not enlarge the crop. */
const visible = 8

/** The smallest box around all visible pixels, or undefined if there are none. */
export function boundingBox(alpha: Uint8Array, width: number): Box | undefined {
  const height = alpha.length / width
  let left = width
  let right = -1
  let top = -1
  let bottom = -1
  for (let y = 0; y < height; y++) {
    const row = y * width
    let first = 0
    while (first < width && (alpha[row + first] as number) < visible) first++
    if (first === width) continue
    let last = width - 1
    while ((alpha[row + last] as number) < visible) last--
    if (top < 0) top = y
    bottom = y
    if (first < left) left = first
    if (last > right) right = last
  }
  if (top < 0) return undefined
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** The visible area in pixels. */
export function visibleArea(alpha: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < alpha.length; at++) sum += alpha[at] as number
  return sum / 255
}

/** The smallest box around all boxes. */
export function uniteBoxes(boxes: Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.left))
  const top = Math.min(...boxes.map((box) => box.top))
  const right = Math.max(...boxes.map((box) => box.left + box.width))
  const bottom = Math.max(...boxes.map((box) => box.top + box.height))
  return { left, top, width: right - left, height: bottom - top }
}

/** Keeps pixels transparent that were transparent in the file. */
export function multiplyBySourceAlpha(alpha: Uint8Array, rgba: Uint8Array): void {
  for (let at = 0; at < alpha.length; at++) {
    alpha[at] = Math.round(((alpha[at] as number) * (rgba[at * 4 + 3] as number)) / 255)
  }
}
