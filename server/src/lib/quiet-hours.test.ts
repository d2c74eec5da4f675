import { describe, expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const night = { start: '22:00', end: '07:00' }

function until(now: string, hours = night, zone = 'Europe/Berlin'): string | null {
  return quietUntil(new Date(now), hours, zone)?.toISOString() ?? null
}

describe('quiet hours', () => {
  test('wrap midnight, in the zone of the person', () => {
    expect(until('2026-11-15T20:59:00Z')).toBeNull() // 21:59 in Berlin
    expect(until('2026-11-15T21:00:00Z')).toBe('2026-11-16T06:00:00.000Z')
    expect(until('2026-11-15T23:30:00Z')).toBe('2026-11-16T06:00:00.000Z')
    expect(until('2026-11-16T05:59:59Z')).toBe('2026-11-16T06:00:00.000Z')
    expect(until('2026-11-16T06:00:00Z')).toBeNull()
    expect(until('2026-11-15T21:00:00Z', night, 'Asia/Kolkata')).toBe('2026-11-16T01:30:00.000Z')
    expect(until('2026-12-31T23:30:00Z', night, 'UTC')).toBe('2027-01-01T07:00:00.000Z')
  })

  test('within a day', () => {
    const lunch = { start: '12:00', end: '13:30' }
    expect(until('2026-06-01T09:59:00Z', lunch)).toBeNull()
    expect(until('2026-06-01T10:00:00Z', lunch)).toBe('2026-06-01T11:30:00.000Z')
    expect(until('2026-06-01T11:30:00Z', lunch)).toBeNull()
  })

  test('are an hour shorter or longer when clocks change', () => {
    // 29 March 2026, 02:00 becomes 03:00; 25 October, 03:00 becomes 02:00.
    expect(until('2026-03-28T21:30:00Z')).toBe('2026-03-29T05:00:00.000Z')
    expect(until('2026-10-24T20:30:00Z')).toBe('2026-10-25T06:00:00.000Z')
  })

  test('a skipped end moves later by the gap; a repeated end is the next of the two', () => {
    const early = { start: '22:00', end: '02:30' }
    expect(until('2026-03-28T23:00:00Z', early)).toBe('2026-03-29T01:30:00.000Z') // 03:30 summer time
    expect(until('2026-10-24T23:00:00Z', early)).toBe('2026-10-25T00:30:00.000Z') // the first 02:30
    // Between the two, 02:15 for the second time: quiet until the second 02:30.
    expect(until('2026-10-25T01:15:00Z', early)).toBe('2026-10-25T01:30:00.000Z')
    expect(until('2026-10-25T00:45:00Z', early)).toBeNull()
  })

  test('zones off the hour and across the date line', () => {
    expect(until('2026-11-15T12:00:00Z', night, 'Pacific/Kiritimati')).toBe(
      '2026-11-15T17:00:00.000Z',
    )
    expect(until('2026-11-15T11:30:00Z', night, 'Australia/Lord_Howe')).toBe(
      '2026-11-15T20:00:00.000Z',
    )
  })
})
