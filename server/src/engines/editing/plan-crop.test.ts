import { expect, test } from 'vitest'
import { planCrop } from './plan-crop.ts'

const square = (left: number, top: number, side: number) => ({
  left,
  top,
  width: side,
  height: side,
})

test('slides to the faces and stays inside the image', () => {
  const image = { width: 1000, height: 500 }
  const { crop, shown } = planCrop(image, 1, [square(900, 100, 80)])
  expect([crop, shown]).toEqual([{ left: 500, top: 0, width: 500, height: 500 }, 1])
  expect(planCrop(image, 1, []).crop.left).toBe(250)
})

test('shows two of three faces rather than cutting one', () => {
  const image = { width: 1200, height: 400 }
  const faces = [square(60, 100, 100), square(460, 100, 100), square(700, 100, 100)]
  const { crop, shown } = planCrop(image, 1, faces)
  expect(shown).toBe(2)
  expect(crop.left).toBeGreaterThan(160)
  expect(crop.left + crop.width).toBeGreaterThan(800)
})

test('a tall image keeps the face above the middle', () => {
  const { crop } = planCrop({ width: 400, height: 1200 }, 1, [square(150, 500, 100)])
  const middle = (550 - crop.top) / crop.height
  expect(middle).toBeCloseTo(0.44, 1)
})

test('the top of a box that is too tall is shown', () => {
  const { crop } = planCrop({ width: 400, height: 1200 }, 1, [square(0, 300, 700)])
  expect([crop.height, crop.top]).toEqual([400, expect.closeTo(300 - 105, -1)])
})

test('a box larger than the crop is centred; extreme ratios keep a pixel', () => {
  const { crop, shown } = planCrop({ width: 800, height: 400 }, 0.5, [square(100, 0, 400)])
  expect([crop.width, shown]).toEqual([200, 0])
  expect(crop.left).toBeCloseTo(200, -1)
  expect(planCrop({ width: 10, height: 10 }, 9999, []).crop).toMatchObject({ width: 10, height: 1 })
})
