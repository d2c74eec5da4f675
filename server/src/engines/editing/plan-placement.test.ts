import { describe, expect, test } from 'vitest'
import { type Placement, planPlacement } from './plan-placement.ts'

const canvas = { width: 200, height: 100 }
const subject = { left: 20, top: 10, width: 40, height: 40 }

function plan(changes: Partial<Placement> = {}) {
  return planPlacement({ canvas, offset: { left: 0, top: 0 }, ...changes }, subject)
}

describe('planPlacement', () => {
  test('leaves the subject where it is, also if the cut-out is a part of the image', () => {
    expect(plan()).toEqual({ canvas, target: subject })
    expect(plan({ offset: { left: 100, top: 50 } }).target).toMatchObject({ left: 120, top: 60 })
  })

  test('crops with margins: top, right, bottom, left; at most half of the subject', () => {
    const margins: Placement['margins'] = [
      { pixels: 5 },
      { share: 0.25 },
      { pixels: 900 },
      { share: 0 },
    ]
    expect(plan({ margins })).toEqual({
      canvas: { width: 40 + 10, height: 40 + 5 + 20 },
      target: { left: 0, top: 5, width: 40, height: 40 },
    })
  })

  test('scales to a share of the canvas and places in it', () => {
    const scaled = plan({ scale: 0.8, position: { x: 0.5, y: 1 } })
    expect(scaled.target).toEqual({ left: 60, top: 20, width: 80, height: 80 })
  })

  test('without a position, the middle of the subject stays, but inside the canvas', () => {
    expect(plan({ scale: 0.2 }).target).toEqual({ left: 30, top: 20, width: 20, height: 20 })
    expect(plan({ scale: 1 }).target).toEqual({ left: 0, top: 0, width: 100, height: 100 })
  })
})
