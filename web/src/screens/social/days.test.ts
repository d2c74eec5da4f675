import 'temporal-polyfill/global'
import { expect, test } from 'vitest'
import { addDays, addMonths, listMonth, listWeek, localTime, zoneInWords } from './days.ts'

test('a week starts on the first day set in the workspace', () => {
  expect(listWeek('2026-11-18', 'mon')[0]).toBe('2026-11-16')
  expect(listWeek('2026-11-18', 'sun')[0]).toBe('2026-11-15')
  expect(listWeek('2026-11-18', 'sat')[0]).toBe('2026-11-14')
  expect(listWeek('2026-11-15', 'mon')).toEqual(
    ['09', '10', '11', '12', '13', '14', '15'].map((day) => `2026-11-${day}`),
  )
})

test('a month is shown in whole weeks', () => {
  const weeks = listMonth('2026-11-18', 'mon')
  expect([weeks[0]?.[0], weeks.at(-1)?.[6], weeks.length]).toEqual(['2026-10-26', '2026-12-06', 6])
  expect(listMonth('2027-02-10', 'mon')).toHaveLength(4)
})

test('days and months roll over', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
})

test('times are in the given time zone', () => {
  const at = new Date('2026-11-15T22:30:00Z')
  expect(localTime(at, 'Asia/Tokyo')).toBe('2026-11-16 07:30')
  expect(localTime(at, 'America/New_York')).toBe('2026-11-15 17:30')
  expect(zoneInWords('America/New_York', at)).toBe('America/New York, GMT-5')
  expect(zoneInWords('UTC', at)).toBe('UTC')
})
