import { expect, test } from 'vitest'
import { dueGroups } from './due-groups.ts'
import type { Task } from './model.ts'

test('open tasks are grouped by due date, most urgent first, without empty groups', () => {
  const due = (day: string | null) => ({ due_date: day }) as Task
  const days = ['2026-11-24', null, '2026-11-15', '2026-11-16', '2026-11-23', '2026-11-17']
  const groups = dueGroups(days.map(due), '2026-11-16')
  expect(groups.map(({ title, tasks }) => [title, tasks.map((task) => task.due_date)])).toEqual([
    ['Overdue', ['2026-11-15']],
    ['Today', ['2026-11-16']],
    ['Next seven days', ['2026-11-23', '2026-11-17']],
    ['Later', ['2026-11-24']],
    ['No due date', [null]],
  ])
  expect(dueGroups([due(null)], '2026-11-16')).toHaveLength(1)
})
