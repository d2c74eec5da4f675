import 'temporal-polyfill/global'
import { expect, test } from 'vitest'
import { freeSlots } from './free-slots.ts'

const slot = (account_id: number, weekday: 'mon' | 'tue', time: string, timezone = 'UTC') => ({
  ...{ account_id, weekday, time, timezone },
})
/** Monday to Wednesday. */
const days = ['2026-11-16', '2026-11-17', '2026-11-18']
const at = { zone: 'UTC', now: '2026-11-16 08:00' }

test('queue slots repeat weekly, and those of several accounts at one time are one', () => {
  const slots = [slot(1, 'mon', '09:30'), slot(2, 'mon', '09:30'), slot(1, 'tue', '07:00')]
  expect(freeSlots([...slots, slot(1, 'mon', '07:00')], [], days, at)).toEqual([
    { day: '2026-11-16', time: '09:30', accountIds: [1, 2] },
    { day: '2026-11-17', time: '07:00', accountIds: [1] },
  ])
})

test('a scheduled post takes its slot; a draft does not', () => {
  const entry = (id: number, status: 'draft' | 'scheduled') => ({
    account: { id, network: 'webhook' as const, name: 'News' },
    ...{ local_date: '2026-11-16 09:30', status },
  })
  const slots = [slot(1, 'mon', '09:30'), slot(2, 'mon', '09:30')]
  const entries = [entry(1, 'scheduled'), entry(2, 'draft')]
  expect(freeSlots(slots, entries, days, at)).toMatchObject([{ accountIds: [2] }])
})

test('a slot in another zone is shown in the workspace’s, also on another day', () => {
  const slots = [slot(1, 'mon', '20:00', 'America/New_York')]
  expect(freeSlots(slots, [], days, at)).toMatchObject([{ day: '2026-11-17', time: '01:00' }])
})
