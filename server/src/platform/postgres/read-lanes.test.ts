import { expect, test } from 'vitest'
import { laneFor } from './read-lanes.ts'

test('a lane is chosen by load, among those that the workspace may use', () => {
  const lane = (inFlight: number, scope: number | null, ...own: number[]) => ({
    inFlight,
    movedAtMs: 0,
    session: { scope },
    workspaces: new Map(own.map((id) => [id, 1])),
  })
  const lanes = [lane(3, 1, 1), lane(2, 1, 1), lane(0, null), lane(0, 7)]
  expect(laneFor(lanes, 1, 2, 0)).toBe(lanes[1])
  expect(laneFor(lanes, 1, 3, 0)).toBe(lanes[2])
  expect(laneFor(lanes, 7, 2, 0)).toBe(lanes[3])
  expect(laneFor(lanes, 8, 2, 0)).toBe(lanes[2])
  // A stalled one is worse than one with many in flight.
  const moving = { ...lane(9, null, 2), movedAtMs: 1000 }
  expect(laneFor([lane(1, 8, 3), moving], 8, 2, 1000)).toBe(moving)
})
