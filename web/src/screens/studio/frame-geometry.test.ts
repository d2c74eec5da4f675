import { describe, expect, test } from 'vitest'
import {
  computeCanvas,
  computeExtend,
  computeScale,
  noExtend,
  parseRatio,
  pull,
} from './frame-geometry.ts'

const picture = { width: 300, height: 200 }

describe('a dragged handle', () => {
  test.each([
    ['left', -40, 99, { ...noExtend, left: 40 }],
    ['right', 40, 99, { ...noExtend, right: 40 }],
    ['top', 99, -7.6, { ...noExtend, top: 8 }],
    ['bottom-right', 5, 6, { ...noExtend, right: 5, bottom: 6 }],
    ['top-left', -5, -6, { ...noExtend, left: 5, top: 6 }],
  ] as const)('%s by %d, %d', (handle, dx, dy, expected) => {
    expect(pull(noExtend, handle, dx, dy)).toEqual(expected)
  })

  test('never enters the image or exceeds the limit', () => {
    expect(pull({ ...noExtend, left: 10 }, 'left', 500, 0)).toEqual(noExtend)
    expect(pull(noExtend, 'right', 1e9, 0).right).toBe(20_000)
  })
})

describe('the canvas', () => {
  test('of an extension', () => {
    const canvas = computeCanvas(picture, { extend: { left: 10, bottom: 5 } })
    expect(canvas).toEqual({ width: 310, height: 205, left: 10, top: 0 })
    expect(computeExtend(picture, canvas)).toEqual({ left: 10, right: 0, top: 0, bottom: 5 })
  })

  test('of a shape is the smallest that holds the image, centred by default', () => {
    expect(computeCanvas(picture, { aspect_ratio: '2:1' })).toEqual({
      width: 400,
      height: 200,
      left: 50,
      top: 0,
    })
    expect(computeCanvas(picture, { aspect_ratio: '1:1', position: { x: 0, y: 100 } })).toEqual({
      width: 300,
      height: 300,
      left: 0,
      top: 100,
    })
  })

  test('without a shape is the image itself', () => {
    expect(parseRatio('16:')).toBeUndefined()
    expect(computeCanvas(picture, { aspect_ratio: '1:0' })).toMatchObject(picture)
  })
})

test('the drawing fits, with room to drag', () => {
  const room = { width: 600, height: 600 }
  expect(computeScale(room, picture, picture) * picture.width).toBeLessThanOrEqual(400)
  const wide = { width: 3000, height: 200 }
  expect(computeScale(room, picture, wide) * wide.width).toBeLessThan(600)
})
