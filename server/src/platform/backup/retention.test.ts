import { expect, test } from 'vitest'
import { backupsToKeep, parseRetention } from './retention.ts'

const at = (...times: string[]) => times.map((startedAt) => ({ startedAt }))
const kept = (times: string[], keep: string) =>
  [...backupsToKeep(at(...times), parseRetention(keep))].map(({ startedAt }) => startedAt).sort()

test('the newest, and the newest of each day, week and month', () => {
  const times = [
    '2026-09-30T01:00:00Z',
    '2026-10-31T01:00:00Z',
    '2026-11-01T01:00:00Z', // a Sunday
    '2026-11-02T01:00:00Z',
    '2026-11-08T01:00:00Z',
    '2026-11-08T09:00:00Z',
    '2026-11-09T01:00:00Z',
  ]
  expect(kept(times, '1')).toEqual(times.slice(-1))
  expect(kept(times, '2d')).toEqual(times.slice(-2))
  expect(kept(times, '3w')).toEqual([times[2], times[5], times[6]])
  expect(kept(times, '3m')).toEqual([times[0], times[1], times[6]])
  expect(kept(times, '3,1m')).toEqual(times.slice(-3))
})

test('a mistake is refused', () => {
  for (const text of ['', '0', '-1', '7x', '7d;4w', 'all', '1.5d']) {
    expect(() => parseRetention(text), text).toThrow('must be a list such as 3,7d,4w,12m')
  }
})
