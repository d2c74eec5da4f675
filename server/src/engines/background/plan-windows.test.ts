import { expect, test } from 'vitest'
import { gridSide } from './grid.ts'
import { planWindows } from './plan-windows.ts'

/** A mask with the subject in these columns, given as shares of the width. */
function columns(...spans: [number, number][]): Float32Array {
  const mask = new Float32Array(gridSide * gridSide)
  for (const [from, to] of spans) {
    for (let y = 300; y < 900; y++) {
      mask.fill(1, y * gridSide + from * gridSide, y * gridSide + to * gridSide)
    }
  }
  return mask
}

const panorama = { width: 2400, height: 600 }

test('a window around each subject of a panorama, at least square, merged if they meet', () => {
  const one = planWindows(columns([0.25, 0.375]), panorama)
  expect(one).toEqual([{ left: 450, top: 0, width: 600, height: 600 }])
  const two = planWindows(columns([0, 0.0625], [0.75, 0.875]), panorama)
  expect(two).toEqual([
    { left: 0, top: 0, width: 375, height: 600 },
    { left: 1650, top: 0, width: 600, height: 600 },
  ])
  const near = planWindows(columns([0.25, 0.375], [0.5, 0.5625]), panorama)
  expect(near).toEqual([{ left: 450, top: 0, width: 1125, height: 600 }])
})

test('a tall image is cut into rows', () => {
  const mask = columns([0.25, 0.5]).map((_, cell) => (cell < 100 * gridSide ? 1 : 0))
  const [window, ...more] = planWindows(mask, { width: 400, height: 2000 })
  expect([window, more]).toEqual([{ left: 0, top: 0, width: 400, height: 298 }, []])
})

test('no window without a panorama, a subject, or much to leave out', () => {
  expect(planWindows(columns([0.25, 0.375]), { width: 1200, height: 600 })).toEqual([])
  expect(planWindows(columns(), panorama)).toEqual([])
  expect(planWindows(columns([0.1, 0.8]), panorama)).toEqual([])
})
