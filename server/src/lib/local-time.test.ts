import { describe, expect, test } from 'vitest'
import { dayAfter, findInstants, localTime } from './local-time.ts'

function instants(local: string, zone: string): string[] {
  return findInstants(local, zone).map((at) => at.toISOString())
}

describe('the instants of a local time', () => {
  test('one, in summer and in winter, east and west', () => {
    expect(instants('2026-07-01T09:30', 'Europe/Berlin')).toEqual(['2026-07-01T07:30:00.000Z'])
    expect(instants('2026-12-01T09:30', 'Europe/Berlin')).toEqual(['2026-12-01T08:30:00.000Z'])
    expect(instants('2026-12-01T09:30', 'America/New_York')).toEqual(['2026-12-01T14:30:00.000Z'])
    expect(instants('2026-12-01T09:30', 'Asia/Kathmandu')).toEqual(['2026-12-01T03:45:00.000Z'])
    expect(instants('2026-12-31T23:30', 'Pacific/Kiritimati')).toEqual(['2026-12-31T09:30:00.000Z'])
  })

  test('none for a skipped time, even if clocks skip half an hour or a day', () => {
    expect(instants('2027-03-28T02:30', 'Europe/Berlin')).toEqual([])
    expect(instants('2027-03-28T03:00', 'Europe/Berlin')).toEqual(['2027-03-28T01:00:00.000Z'])
    expect(instants('2026-10-04T02:15', 'Australia/Lord_Howe')).toEqual([])
    expect(instants('2011-12-30T12:00', 'Pacific/Apia')).toEqual([])
  })

  test('two for a repeated time, the earlier one first', () => {
    expect(instants('2026-10-25T02:30', 'Europe/Berlin')).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ])
    expect(instants('2026-11-01T01:59', 'America/New_York')).toHaveLength(2)
  })

  test('converts back to local time, and to the next day', () => {
    expect(localTime(new Date('2026-10-25T01:30:00Z'), 'Europe/Berlin')).toBe('2026-10-25T02:30')
    expect(dayAfter('2026-12-31')).toBe('2027-01-01')
    expect(dayAfter('2028-02-28')).toBe('2028-02-29')
  })
})
