import sharp from 'sharp'
import { gridSide } from './grid.ts'

/** A brush stroke in pixels of the upright image. One point is a dot. */
export interface Stroke {
  points: [number, number][]
  /** The diameter of the brush. */
  width?: number
}

/** Strokes by which a person corrects a cut-out. */
export interface Refinement {
  keep?: Stroke[]
  remove?: Stroke[]
}

interface Size {
  width: number
  height: number
}

/** The share of the longest side that a brush is wide if the stroke doesn't say. */
const usualWidthShare = 0.02
/** How far the correction of a dot reaches, as a share of the longest side. */
const dotReachShare = 0.15
/** A narrower stroke could fall between the cells of the grid. */
const minWidthCells = 2

/** One byte per cell: how much of it the strokes cover. */
export function drawStrokes(strokes: Stroke[], picture: Size): Promise<Uint8Array> {
  return draw(strokes, picture, (stroke) => measureBrush(stroke, picture))
}

/** One byte per cell, above 0 where strokes can reach. A long stroke reaches farther than a dot. */
export function drawReach(strokes: Stroke[], picture: Size): Promise<Uint8Array> {
  const least = dotReachShare * Math.max(picture.width, picture.height)
  return draw(strokes, picture, (stroke) => {
    return measureBrush(stroke, picture) + 2 * (least + measureExtent(stroke) / 2)
  })
}

/** Whether any part of the stroke lies in the image. */
export function touches(stroke: Stroke, picture: Size): boolean {
  const margin = measureBrush(stroke, picture) / 2
  const isAlong = (axis: 0 | 1, length: number) => {
    const places = stroke.points.map((point) => point[axis])
    return Math.min(...places) - margin < length && Math.max(...places) + margin > 0
  }
  return isAlong(0, picture.width) && isAlong(1, picture.height)
}

function measureBrush({ width }: Stroke, picture: Size): number {
  const longest = Math.max(picture.width, picture.height)
  const least = (minWidthCells * longest) / gridSide
  return Math.max(least, width ?? usualWidthShare * longest)
}

function measureExtent({ points }: Stroke): number {
  const extent = (axis: 0 | 1) => {
    const places = points.map((point) => point[axis])
    return Math.max(...places) - Math.min(...places)
  }
  return Math.max(extent(0), extent(1))
}

/** Draws lines with round ends onto the grid, whose cells are as wide as the image is. */
async function draw(
  strokes: Stroke[],
  { width, height }: Size,
  widthOf: (stroke: Stroke) => number,
): Promise<Uint8Array> {
  if (strokes.length === 0) return new Uint8Array(gridSide * gridSide)
  const lines = strokes.map((stroke) => {
    const [first = [0, 0]] = stroke.points
    // A line of no length has no round ends in some renderers.
    const points = [...stroke.points, [first[0] + 0.01, first[1]]]
    const path = stroke.points.length === 1 ? points : stroke.points
    return `<polyline points="${path.join(' ')}" stroke-width="${widthOf(stroke)}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${gridSide}" height="${gridSide}"
    viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">
    <g fill="none" stroke="#fff" stroke-linecap="round" stroke-linejoin="round">${lines.join('')}</g></svg>`
  const drawn = await sharp(Buffer.from(svg), { unlimited: true })
    .extractChannel('alpha')
    .raw()
    .toBuffer()
  return new Uint8Array(drawn)
}
