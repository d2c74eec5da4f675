import { boxBlur, type Region } from '../../box-blur.ts'
import { type Canvas, made, photo } from '../canvas.ts'
import { nearestSet } from '../grid.ts'
import { type SmallCopy, smallCopy } from './small-copy.ts'

/** How far from the nearest place of the photo the same look may be found, in cells. */
const reachAlong = 8
const reachInwards = 28
/** Every second cell is compared with every second cell. */
const stride = 2
/** Weight of texture strength relative to colour. */
const weightOfTexture = 1.5
/** Differences below this are invisible. Each cell away from the photo, a slow change adds to it. */
const minDifference = 8
const differencePerCell = 0.25
/** How much more makes a cell wholly strange. */
const range = 40

/**
 * How unlike the nearest part of the photo the new area is, 0 to 1. Sea beside sea scores 0. A post
 * that stands in the sea scores its share of the area, even if the photo has posts elsewhere.
 *
 * Other measures didn't help on photos. The step of colour across the border was always 0, because
 * `matchBorder` removes it. Colours that the photo lacks and smooth areas were rare, because
 * `repairOdd` and the mirrored attempt remove them. Patches that repeat ranked clean results last.
 */
export function scoreFill(canvas: Canvas): number {
  const copy = smallCopy(canvas)
  const { width, height, state } = copy
  const { index: nearest } = nearestSet(
    state.map((one) => (one === photo ? 1 : 0)),
    width,
  )
  const looks = computeFeatures(copy)
  let [sum, count] = [0, 0]
  for (let y = 0; y < height; y += stride) {
    for (let x = 0; x < width; x += stride) {
      const at = y * width + x
      const from = nearest[at] as number
      if (state[at] !== made || from < 0) continue
      const [across, down] = [x - (from % width), y - Math.floor(from / width)]
      const expected = minDifference + differencePerCell * Math.hypot(across, down)
      const isSideways = Math.abs(across) >= Math.abs(down)
      const difference = Math.sqrt(
        leastSquares(copy, looks, at, aroundBorder(copy, from, isSideways)),
      )
      sum += Math.min(1, Math.max(0, (difference - expected) / range))
      count++
    }
  }
  return Math.round((sum / Math.max(1, count)) * 1000) / 1000
}

/** Soft red, green and blue, and the strength of texture. */
function computeFeatures({ width, height, planes }: SmallCopy): Float32Array[] {
  const everywhere = { left: 0, top: 0, right: width, bottom: height }
  const blur = (plane: Float32Array, radius: number) => {
    const soft = plane.slice()
    boxBlur(soft, new Float32Array(plane.length), width, everywhere, { x: radius, y: radius })
    return soft
  }
  const texture = new Float32Array(width * height)
  for (const plane of planes) {
    for (let at = 0; at < texture.length; at++) {
      const value = plane[at] as number
      const right = (at + 1) % width === 0 ? value : (plane[at + 1] as number)
      const below = plane[at + width] ?? value
      const step = Math.abs(value - right) + Math.abs(value - below)
      texture[at] = (texture[at] as number) + (step / 3) * weightOfTexture
    }
  }
  return [...planes.map((plane) => blur(plane, 1)), blur(texture, 3)]
}

/** Where to look for the same: deep into the photo, but not far along its border. */
function aroundBorder({ width, height }: SmallCopy, from: number, isSideways: boolean): Region {
  const [x, y] = [from % width, Math.floor(from / width)]
  const across = isSideways ? reachInwards : reachAlong
  const down = isSideways ? reachAlong : reachInwards
  return {
    left: Math.max(0, x - across),
    right: Math.min(width, x + across + 1),
    top: Math.max(0, y - down),
    bottom: Math.min(height, y + down + 1),
  }
}

/** The least squared difference between a cell and the photo in a region. */
function leastSquares(
  { width, state }: SmallCopy,
  looks: Float32Array[],
  at: number,
  { left, right, top, bottom }: Region,
): number {
  let least = Number.POSITIVE_INFINITY
  for (let y = top; y < bottom; y += stride) {
    for (let x = left; x < right; x += stride) {
      const other = y * width + x
      if (state[other] !== photo) continue
      let sum = 0
      for (const look of looks) sum += ((look[at] as number) - (look[other] as number)) ** 2
      if (sum < least) least = sum
    }
  }
  return least
}
