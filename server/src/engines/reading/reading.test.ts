import { expect, test } from 'vitest'
import { cutLine } from './cut-line.ts'
import { findBoxes } from './find-boxes.ts'
import { inReadingOrder } from './reading-order.ts'
import { decodeSteps } from './recognise-line.ts'
import { listCorners, smallestBox, upright } from './text-box.ts'

const at = (name: string, left: number, top: number, width: number, height = 20) => ({
  name,
  left,
  top,
  right: left + width,
  bottom: top + height,
})

const order = (lines: ReturnType<typeof at>[]) => inReadingOrder(lines).map(({ name }) => name)

test('a heading, then two columns one after the other', () => {
  const heading = at('heading', 100, 0, 500, 40)
  const left = [0, 1, 2].map((row) => at(`left ${row}`, 10, 60 + row * 30, 300))
  // Lines of the right column stand a little lower, so no row is level.
  const right = [0, 1, 2].map((row) => at(`right ${row}`, 360, 65 + row * 30, 300))
  const footer = at('footer', 10, 400, 640)
  const mixed = [right[1], footer, left[2], heading, right[0], left[0], right[2], left[1]]
  expect(order(mixed.filter((line) => line !== undefined))).toEqual([
    ...['heading', 'left 0', 'left 1', 'left 2', 'right 0', 'right 1', 'right 2', 'footer'],
  ])
})

test('a receipt is read row by row', () => {
  const rows = [0, 1, 2].flatMap((row) => [
    at(`price ${row}`, 300, row * 40 + 2, 50),
    at(`item ${row}`, 10, row * 40, 110),
  ])
  expect(order(rows)).toEqual(['item 0', 'price 0', 'item 1', 'price 1', 'item 2', 'price 2'])
})

test('the smallest box of a turned rectangle has its angle', () => {
  const box = { centre: [100, 80] as const, length: 90, thickness: 20, angle: 0.5 }
  const found = smallestBox(listCorners(box))
  expect(found.centre[0]).toBeCloseTo(100)
  expect(found.centre[1]).toBeCloseTo(80)
  expect(Math.max(found.length, found.thickness)).toBeCloseTo(91)
  expect(Math.abs(Math.sin(2 * (found.angle - 0.5)))).toBeCloseTo(0)
  expect(upright(Math.PI)).toBeCloseTo(0)
  expect(upright(Math.PI / 2)).toBeCloseTo(-Math.PI / 2)
})

test('finds a line and a digit in a map, ignores specks, and grows both', () => {
  const [width, height] = [200, 100]
  const values = new Float32Array(width * height)
  const fill = (left: number, top: number, right: number, bottom: number, value: number) => {
    for (let y = top; y < bottom; y++) values.fill(value, y * width + left, y * width + right)
  }
  fill(20, 30, 120, 40, 0.9)
  fill(150, 30, 158, 41, 0.8)
  fill(180, 80, 182, 82, 0.9)
  fill(20, 60, 120, 70, 0.2)
  const boxes = findBoxes({ values, width, height })
  expect(boxes.map(({ angle }) => angle)).toEqual([0, 0])
  expect(boxes[0]?.thickness).toBeGreaterThan(20)
  expect(boxes[0]?.centre).toEqual([69.5, 34.5])
})

test('cuts a line out at its angle, and upside down', () => {
  const [width, height] = [60, 60]
  const pixels = new Uint8Array(width * height * 3)
  // The left half is dark, the right half bright.
  for (let i = 0; i < width * height; i++) pixels.fill(i % width < 30 ? 20 : 220, i * 3, i * 3 + 3)
  const image = { width, height, channels: 3 as const, pixels }
  const box = { centre: [30, 30] as const, length: 40, thickness: 12, angle: 0 }
  const ends = ({ pixels: cut, width: across }: ReturnType<typeof cutLine>) => [
    cut[0],
    cut[(across - 1) * 3],
  ]
  expect(ends(cutLine(image, box))).toEqual([20, 220])
  expect(ends(cutLine(image, box, true))).toEqual([220, 20])
  expect(ends(cutLine(image, { ...box, angle: Math.PI / 2 }))).toEqual([220, 220])
})

test('decodes steps: repeated characters count once unless a blank stands between', () => {
  const alphabet = ['', 'a', 'b', ' ']
  const steps = [1, 1, 0, 1, 3, 2, 2, 0]
  const values = new Float32Array(steps.length * 4).fill(0.05)
  for (const [index, best] of steps.entries()) values[index * 4 + best] = 0.8
  expect(decodeSteps(values, alphabet)).toEqual({ text: 'aa b', confidence: expect.closeTo(0.8) })
  expect(decodeSteps(new Float32Array(0), alphabet)).toEqual({ text: '', confidence: 0 })
})

test('a likely space between letters counts, but not between Chinese characters', () => {
  const alphabet = ['', 'a', '中', ' ']
  const read = (letter: number, space: number) => {
    const steps = [letter, 0, letter]
    const values = Float32Array.from(
      steps.flatMap((best) =>
        [0, 1, 2, 3].map((at) => (at === 3 && best === 0 ? space : at === best ? 0.8 : 0)),
      ),
    )
    return decodeSteps(values, alphabet).text
  }
  expect([read(1, 0.15), read(1, 0.05), read(2, 0.15)]).toEqual(['a a', 'aa', '中中'])
})
