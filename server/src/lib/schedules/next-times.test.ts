import { describe, expect, test } from 'vitest'
import { lastTimes, nextTimes, type Schedule, ScheduleError } from './next-times.ts'

const startsAt = new Date('2026-01-01T00:00:00Z')

function times(schedule: Partial<Schedule>, after: string, limit = 3): string[] {
  const found = nextTimes({ tz: 'UTC', startsAt, ...schedule }, new Date(after), limit)
  return found.map((at) => at.toISOString().replace('.000', ''))
}

describe('clocks go forward over a daily time: it happens at the next valid moment', () => {
  test.each([
    [
      'Europe/Berlin',
      '30 2 * * *',
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:00:00Z',
      '2026-03-30T00:30:00Z',
    ],
    [
      'America/New_York',
      '15 2 * * *',
      '2026-03-07T12:00:00Z',
      '2026-03-08T07:00:00Z',
      '2026-03-09T06:15:00Z',
    ],
    // Half an hour.
    [
      'Australia/Lord_Howe',
      '15 2 * * *',
      '2026-10-03T12:00:00Z',
      '2026-10-03T15:30:00Z',
      '2026-10-04T15:15:00Z',
    ],
  ])('%s', (tz, cron, after, ...expected) => {
    expect(times({ cron, tz }, after, 2)).toEqual(expected)
    const [minute, hour] = cron.split(' ')
    const rrule = `FREQ=DAILY;BYHOUR=${hour};BYMINUTE=${minute};BYSECOND=0`
    expect(times({ rrule, tz }, after, 2)).toEqual(expected)
  })
})

describe('clocks go back over a daily time: it happens once', () => {
  test.each([
    [
      'Europe/Berlin',
      '30 2 * * *',
      '2026-10-24T12:00:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-26T01:30:00Z',
    ],
    [
      'America/New_York',
      '30 1 * * *',
      '2026-10-31T12:00:00Z',
      '2026-11-01T05:30:00Z',
      '2026-11-02T06:30:00Z',
    ],
    [
      'Australia/Lord_Howe',
      '45 1 * * *',
      '2026-04-04T12:00:00Z',
      '2026-04-04T14:45:00Z',
      '2026-04-05T15:15:00Z',
    ],
  ])('%s', (tz, cron, after, ...expected) => {
    expect(times({ cron, tz }, after, 2)).toEqual(expected)
    // Also if it is asked between the two.
    const between = new Date(Date.parse(expected[0] as string) + 60_000).toISOString()
    expect(times({ cron, tz }, between, 1)).toEqual([expected[1]])
  })
})

test('an hourly schedule follows elapsed time, so it neither pauses nor repeats', () => {
  for (const after of ['2026-03-28T23:00:00Z', '2026-10-24T23:00:00Z']) {
    const found = times({ cron: '30 * * * *', tz: 'Europe/Berlin' }, after, 5)
    const gaps = found.slice(1).map((at, i) => Date.parse(at) - Date.parse(found[i] as string))
    expect(gaps).toEqual([3_600_000, 3_600_000, 3_600_000, 3_600_000])
  }
})

test('seconds, nicknames, intervals, and the span from starts_at to ends_at', () => {
  expect(times({ cron: '*/20 * * * * *' }, '2026-05-01T00:00:00Z')).toEqual([
    ...['2026-05-01T00:00:20Z', '2026-05-01T00:00:40Z', '2026-05-01T00:01:00Z'],
  ])
  expect(times({ cron: '@daily', tz: 'Asia/Tokyo' }, '2026-05-01T00:00:00Z', 1)).toEqual([
    '2026-05-01T15:00:00Z',
  ])
  expect(times({ everySeconds: 90 }, '2026-01-01T00:02:00Z', 2)).toEqual([
    ...['2026-01-01T00:03:00Z', '2026-01-01T00:04:30Z'],
  ])
  expect(times({ everySeconds: 60 }, '2025-01-01T00:00:00Z', 1)).toEqual(['2026-01-01T00:00:00Z'])
  const endsAt = new Date('2026-05-03T00:00:00Z')
  expect(times({ cron: '@daily', endsAt }, '2026-05-01T00:00:00Z', 9)).toHaveLength(2)
  expect(times({ rrule: 'FREQ=DAILY;COUNT=3' }, '2025-12-31T00:00:00Z', 9)).toHaveLength(3)
  expect(times({ rrule: 'RRULE:FREQ=MONTHLY;BYDAY=-1FR' }, '2026-10-02T00:00:00Z', 1)).toEqual([
    '2026-10-30T00:00:00Z',
  ])
})

test('what never happens ends soon, and what cannot be read says why', () => {
  expect(times({ cron: '0 0 30 2 *' }, '2026-05-01T00:00:00Z')).toEqual([])
  expect(times({ rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, '2026-05-01T00:00:00Z')).toEqual(
    [],
  )
  for (const cron of ['', '61 * * * *', '* * *', '@reboot', '* * * * * * *', 'x'.repeat(300)]) {
    expect(() => times({ cron }, '2026-05-01T00:00:00Z'), cron).toThrow(ScheduleError)
  }
  for (const rrule of [
    'FREQ=NEVER',
    'FREQ=HOURLY',
    'FREQ=DAILY;COUNT=x',
    'FREQ=DAILY\nRDATE:20260101',
  ]) {
    expect(() => times({ rrule }, '2026-05-01T00:00:00Z'), rrule).toThrow(ScheduleError)
  }
})

test('the last times of schedules with many times at once and then none', () => {
  const from = new Date('2026-01-01T00:00:00Z')
  for (const cron of ['*/5 * 3 * * *', '*/30 1,2 * * fri', '0 0 29 2 *', '0 9 * * *']) {
    for (const to of ['2026-01-01T00:00:00Z', '2026-01-01T03:20:00Z', '2026-01-02T12:00:00Z']) {
      const schedule = { cron, tz: 'UTC', startsAt: from }
      const upToThen = { ...schedule, endsAt: new Date(to) }
      const all = nextTimes(upToThen, new Date(from.getTime() - 1), 2000)
      for (const limit of [1, 101]) {
        const last = lastTimes(schedule, { from, to: new Date(to), limit })
        expect(last, `${cron} to ${to}`).toEqual(all.slice(-limit))
      }
    }
  }
})
