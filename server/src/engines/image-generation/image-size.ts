export interface Size {
  width: number
  height: number
}

/** Stable Diffusion works in blocks of this many pixels. */
const step = 64
const usualArea = 1024 * 1024

/** About a megapixel of the given shape, such as `16:9`. */
export function sizeOfRatio(ratio = '1:1'): Size {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  const shape = Math.min(4, Math.max(1 / 4, across / down)) || 1
  const even = (side: number) => Math.max(step, Math.round(side / step) * step)
  return { width: even(Math.sqrt(usualArea * shape)), height: even(Math.sqrt(usualArea / shape)) }
}

/** The listed size of the most similar shape. */
export function nearestSize(wanted: Size, sizes: readonly Size[]): Size {
  const shape = ({ width, height }: Size) => Math.log(width / height)
  const off = (size: Size) => Math.abs(shape(size) - shape(wanted))
  const [nearest = wanted] = sizes.toSorted((a, b) => off(a) - off(b))
  return nearest
}
