import {
  alongText,
  computeAxes,
  type Point,
  quarterTurn,
  smallestBox,
  type TextBox,
} from './text-box.ts'

/** A model's answer for each pixel: how likely it belongs to the core of a line of text. */
export interface TextMap {
  values: Float32Array
  width: number
  height: number
}

const minValue = 0.3
/** Mean of the values inside a box. */
const minScore = 0.5
const minThickness = 3
/** The model marks only the core of a line. This share of its area over its outline is missing. */
const growth = 1.9
/** Below this ratio, the long side doesn't tell the direction of the text. */
const surelyLong = 1.5
const maxBoxes = 1000

/** Finds the lines of text in the map, as boxes at any angle. */
export function findBoxes(map: TextMap): TextBox[] {
  const boxes: TextBox[] = []
  for (const points of outlines(map)) {
    const box = smallestBox(points)
    if (Math.min(box.length, box.thickness) < minThickness) continue
    if (meanInside(map, box) < minScore) continue
    boxes.push(grow(alongText(box)))
    if (boxes.length === maxBoxes) break
  }
  return likeTheOthers(boxes)
}

function grow(box: TextBox): TextBox {
  const { length, thickness } = box
  const distance = (length * thickness * growth) / (2 * (length + thickness))
  return { ...box, length: length + 2 * distance, thickness: thickness + 2 * distance }
}

/** A nearly square box, such as a single digit, runs in the direction of the long ones. */
function likeTheOthers(boxes: TextBox[]): TextBox[] {
  const isLong = (box: TextBox) => box.length / box.thickness >= surelyLong
  const long = boxes.filter(isLong)
  const isLevel = (box: TextBox) => Math.abs(box.angle) < Math.PI / 4
  const level = long.filter(isLevel).length >= long.length / 2
  return boxes.map((box) => (isLong(box) || isLevel(box) === level ? box : quarterTurn(box)))
}

/** The first and last pixel in each row of each connected region. Its hull needs no others. */
function* outlines({ values, width, height }: TextMap): Generator<Point[]> {
  const seen = new Uint8Array(values.length)
  const stack: number[] = []
  const visit = (at: number) => {
    if (seen[at] || (values[at] as number) < minValue) return
    seen[at] = 1
    stack.push(at)
  }
  for (let start = 0; start < values.length; start++) {
    visit(start)
    if (stack.length === 0) continue
    const rows = new Map<number, [first: number, last: number]>()
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)]
      const row = rows.get(y)
      if (!row) rows.set(y, [x, x])
      else if (x < row[0]) row[0] = x
      else if (x > row[1]) row[1] = x
      if (x > 0) visit(at - 1)
      if (x < width - 1) visit(at + 1)
      if (y > 0) visit(at - width)
      if (y < height - 1) visit(at + width)
    }
    yield [...rows].flatMap(([y, [first, last]]): Point[] => [
      [first, y],
      [last, y],
    ])
  }
}

function meanInside({ values, width, height }: TextMap, box: TextBox): number {
  const [along, across] = computeAxes(box.angle)
  const reach = Math.hypot(box.length, box.thickness) / 2
  const [cx, cy] = box.centre
  let sum = 0
  let count = 0
  const from = (value: number) => Math.max(0, Math.floor(value))
  for (let y = from(cy - reach); y <= Math.min(height - 1, cy + reach); y++) {
    for (let x = from(cx - reach); x <= Math.min(width - 1, cx + reach); x++) {
      const [dx, dy] = [x - cx, y - cy]
      if (Math.abs(dx * along[0] + dy * along[1]) > box.length / 2) continue
      if (Math.abs(dx * across[0] + dy * across[1]) > box.thickness / 2) continue
      sum += values[y * width + x] as number
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}
