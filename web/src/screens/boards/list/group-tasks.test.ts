import type { Status, Tag } from '@atelier/sdk'
import { expect, test } from 'vitest'
import type { Task } from '../model.ts'
import { groupTasks } from './group-tasks.ts'

const task = (title: string, more: Partial<Task> = {}) =>
  ({
    title,
    status: 'a',
    assignees: [],
    tags: [],
    due_date: null,
    complete: false,
    ...more,
  }) as Task

const names = {
  statuses: [
    { id: 'a', title: 'To do' },
    { id: 'b', title: 'Done' },
    { id: 'c', title: 'Empty' },
  ] as Status[],
  people: new Map([
    [1, 'Mia'],
    [2, 'Ben'],
  ]),
  tags: new Map([[7, { id: 7, name: 'Design' } as Tag]]),
  today: '2026-11-17',
}

const tasks = [
  task('One', { assignees: [1, 2], due_date: '2026-11-16' }),
  task('Two', { status: 'b', tags: [7], due_date: '2026-11-16', complete: true }),
  task('Three', { assignees: [1] }),
]

test.each([
  [undefined, ['To do: One, Three', 'Done: Two']],
  ['assignee', ['Ben: One', 'Mia: One, Three', 'Unassigned: Two']],
  ['tag', ['Design: Two', 'No tag: One, Three']],
  ['due', ['Overdue: One', 'No due date: Three', 'Complete: Two']],
] as const)('tasks grouped by %s', (by, groups) => {
  const found = groupTasks(tasks, by, names)
  expect(
    found.map((group) => `${group.title}: ${group.tasks.map(({ title }) => title).join(', ')}`),
  ).toEqual(groups)
})
