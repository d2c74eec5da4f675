import { expect, test } from 'vitest'
import { useService, useTenant } from '../harness.ts'
import { measureLongestTurn } from './longest-turn.ts'

/** Rare times take long to find. Looking for many of them does not block the server. */
const service = useService()
const mia = useTenant(service)

test.each([
  ['rrule', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29'],
  ['cron', '0 0 29 2 *'],
])('25 times that are years apart: %s', async (field, text) => {
  const query = new URLSearchParams({ [field]: text, tz: 'UTC', count: '25' })
  const path = `/api/v1/service/workflows/schedule/preview?${query}`
  let times: { at: string }[] = []
  const turn = await measureLongestTurn(async () => {
    times = (await service.call('GET', path, { key: mia.key })).body.times
  })
  expect(times).toHaveLength(25)
  expect(times.every(({ at }) => at.includes('-02-29T'))).toBe(true)
  // On the event loop, the rule takes more than half a second.
  expect(turn).toBeLessThan(250)
})
