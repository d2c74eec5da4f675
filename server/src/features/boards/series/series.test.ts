import { beforeAll, describe, expect, test } from 'vitest'
import { callAs, useService, useTenant } from '../../../../test/harness.ts'
import { until } from '../../../../test/server-client.ts'
import { datesOn, latestDay, nextDay, startOfDay } from './next-day.ts'

const weekly = { rrule: 'FREQ=WEEKLY;BYDAY=MO', tz: 'Europe/Berlin', mode: 'on_schedule' as const }

test('days: the next one, the latest one after an outage, and dates that keep their distance', () => {
  expect(nextDay(weekly, '2026-11-02', '2026-11-02')).toBe('2026-11-09')
  const after = { firstDay: '2026-11-02', lastDay: '2026-11-02', today: '2026-11-25' }
  expect(latestDay(weekly, after)).toBe('2026-11-23')
  expect(latestDay(weekly, { ...after, today: '2026-11-08' })).toBeNull()
  expect(nextDay({ ...weekly, rrule: 'FREQ=DAILY;COUNT=1' }, '2026-11-02', '2026-11-02')).toBeNull()
  expect(datesOn('2026-11-09', { start_date: '2026-10-31', due_date: '2026-11-02' })).toEqual({
    start_date: '2026-11-07',
    due_date: '2026-11-09',
  })
  expect(startOfDay('2026-03-29', 'Europe/Berlin').toISOString()).toBe('2026-03-28T23:00:00.000Z')
})

describe('recurring tasks', () => {
  const service = useService()
  const mia = useTenant(service)
  const call = callAs(service, mia)
  const tasks = '/api/v1/pm/tasks'
  let board: string
  beforeAll(async () => {
    board = (await call('POST', '/api/v1/pm/boards', { title: 'Chores' })).slug
  })

  const found = (title: string) =>
    call('GET', `${tasks}?board=${board}&search=${title}&sort=created_at`).then(
      (page) => page.results,
    )

  const waitForNext = (title: string, count = 2) =>
    until(`${count} tasks`, async () => {
      const all = await found(title)
      return all.length >= count && all
    })

  test('on schedule: the next task has the checklist, assignees and relative dates', async () => {
    const today = service.deps.clock().toISOString().slice(0, 10)
    const dates = { start_date: today, due_date: today }
    const recurrence = { rrule: 'FREQ=DAILY;INTERVAL=2', tz: 'UTC', mode: 'on_schedule' }
    const body = { board, title: 'Water', ...dates, assignees: [mia.userId], recurrence }
    const first = await call('POST', tasks, body)
    expect(first).toMatchObject({ recurrence, series_id: expect.any(String) })
    const item = await call('POST', `${tasks}/${first.id}/checklist`, { title: 'Fill the can' })
    await call('PATCH', `${tasks}/${first.id}/checklist/${item.id}`, { done: true })
    await call('PATCH', `${tasks}/${first.id}`, { title: 'Water just this once' })
    service.advance(2 * 86_400)
    const [, second] = await waitForNext('Water')
    const day = new Date(Date.parse(today) + 2 * 86_400_000).toISOString().slice(0, 10)
    expect(second).toMatchObject({ title: 'Water', start_date: day, due_date: day })
    expect(second).toMatchObject({ series_id: first.series_id, assignees: [mia.userId] })
    expect(second.checklist).toMatchObject([{ title: 'Fill the can', done: false }])
    await call('PATCH', `${tasks}/${first.id}`, { title: 'Water all', apply_to: 'following' })
    expect((await call('GET', `${tasks}/${second.id}`)).title).toBe('Water all')
    const ended = await call('PATCH', `${tasks}/${second.id}`, { recurrence: null })
    expect(ended.recurrence).toBeNull()
  })

  test('after completion: once, counted from the day of completion', async () => {
    const recurrence = { rrule: 'FREQ=DAILY;INTERVAL=3', tz: 'UTC', mode: 'after_completion' }
    const first = await call('POST', tasks, { board, title: 'Clean', recurrence })
    const done = await call('PATCH', `${tasks}/${first.id}`, { complete: true })
    const [, second] = await waitForNext('Clean')
    const today = done.completed_at.slice(0, 10)
    const day = new Date(Date.parse(today) + 3 * 86_400_000).toISOString().slice(0, 10)
    expect(second).toMatchObject({ due_date: day, complete: false, series_id: first.series_id })
    await call('PATCH', `${tasks}/${first.id}`, { complete: false })
    await call('PATCH', `${tasks}/${first.id}`, { complete: true })
    await call('PATCH', `${tasks}/${second.id}`, { complete: true })
    expect(await waitForNext('Clean', 3)).toHaveLength(3)
  })

  test('400 for a rule that cannot be read', async () => {
    const recurrence = { rrule: 'FREQ=NEVER', tz: 'UTC', mode: 'on_schedule' }
    const body = { board, title: 'No', recurrence }
    const refused = await service.call('POST', tasks, { key: mia.key, body })
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'recurrence.rrule'])
  })
})
