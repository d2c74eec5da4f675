import { expect, test } from 'vitest'
import type { Schedule } from '../../../lib/schedules/next-times.ts'
import { type CatchUp, dueTimes } from './due-times.ts'

const minutely: Schedule = { cron: '* * * * *', tz: 'UTC', startsAt: new Date(0) }
const hourly: Schedule = { cron: '0 * * * *', tz: 'UTC', startsAt: new Date(0) }

function due(schedule: Schedule, catchUp: CatchUp, from: string, now: string) {
  const { fire, missed } = dueTimes(schedule, { from: new Date(from), now: new Date(now), catchUp })
  const short = (at: Date) => at.toISOString().slice(11, 19)
  return [fire.map(short), missed && short(missed)]
}

test.each<CatchUp>(['none', 'latest', 'all'])('%s: a time that is due now runs', (catchUp) => {
  const now = '2026-05-01T09:00:00.300Z'
  expect(due(hourly, catchUp, '2026-05-01T09:00:00Z', now)).toEqual([['09:00:00'], null])
})

test('three hours down, of a schedule that runs every hour', () => {
  const span = ['2026-05-01T06:00:00Z', '2026-05-01T09:00:30Z'] as const
  expect(due(hourly, 'none', ...span)).toEqual([['09:00:00'], '08:00:00'])
  expect(due(hourly, 'latest', ...span)).toEqual([['09:00:00'], '08:00:00'])
  expect(due(hourly, 'all', ...span)).toEqual([
    ['06:00:00', '07:00:00', '08:00:00', '09:00:00'],
    null,
  ])
  const late = ['2026-05-01T06:00:00Z', '2026-05-01T08:59:00Z'] as const
  expect(due(hourly, 'none', ...late)).toEqual([[], '08:00:00'])
  expect(due(hourly, 'latest', ...late)).toEqual([['08:00:00'], '07:00:00'])
})

test('three hours down, of a schedule that runs every minute: at most 100 are caught up', () => {
  const span = ['2026-05-01T06:00:00Z', '2026-05-01T09:00:00Z'] as const
  const [all, missed] = due(minutely, 'all', ...span)
  expect([all?.length, all?.[0], all?.at(-1), missed]).toEqual([
    100,
    '07:21:00',
    '09:00:00',
    '07:20:00',
  ])
  expect(due(minutely, 'latest', ...span)[0]).toEqual(['09:00:00'])
})

test('years of seconds take no longer than minutes', () => {
  const secondly: Schedule = { cron: '* * * * * *', tz: 'UTC', startsAt: new Date(0) }
  const [fire] = due(secondly, 'latest', '2020-01-01T00:00:00Z', '2026-05-01T09:00:00Z')
  expect(fire).toEqual(['09:00:00'])
})
