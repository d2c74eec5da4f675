import type { Status, Tag } from '@atelier/sdk'
import { dueGroups } from '../due-groups.ts'
import type { Grouping } from '../filters.ts'
import type { Task } from '../model.ts'

export interface TaskGroup {
  id: string
  title: string
  tasks: Task[]
}

interface Names {
  statuses: readonly Status[]
  people: ReadonlyMap<number, string>
  tags: ReadonlyMap<number, Tag>
  /** YYYY-MM-DD */
  today: string
}

/** Groups tasks for the list. A task with two assignees or tags is in two groups. */
export function groupTasks(
  tasks: readonly Task[],
  by: Grouping | undefined,
  names: Names,
): TaskGroup[] {
  if (by === 'assignee') {
    return grouped(
      tasks,
      ({ assignees }) => assignees,
      createNameReader(names.people),
      'Unassigned',
    )
  }
  if (by === 'tag') {
    const titles = new Map([...names.tags].map(([id, { name }]) => [id, name]))
    return grouped(tasks, ({ tags }) => tags, createNameReader(titles), 'No tag')
  }
  if (by === 'due') return byDueDate(tasks, names.today)
  return names.statuses
    .map(({ id, title }) => ({ id, title, tasks: tasks.filter(({ status }) => status === id) }))
    .filter((group) => group.tasks.length > 0)
}

const createNameReader = (names: ReadonlyMap<number, string>) => (id: number) =>
  names.get(id) ?? 'Unknown'

function grouped(
  tasks: readonly Task[],
  idsOf: (task: Task) => number[],
  nameOf: (id: number) => string,
  none: string,
): TaskGroup[] {
  const ids = [...new Set(tasks.flatMap(idsOf))]
  const groups = ids
    .map((id) => ({
      id: String(id),
      title: nameOf(id),
      tasks: tasks.filter((task) => idsOf(task).includes(id)),
    }))
    .toSorted((a, b) => a.title.localeCompare(b.title))
  const rest = tasks.filter((task) => idsOf(task).length === 0)
  return rest.length > 0 ? [...groups, { id: 'none', title: none, tasks: rest }] : groups
}

/** Complete tasks are never overdue, so they come last. */
function byDueDate(tasks: readonly Task[], today: string): TaskGroup[] {
  const open = dueGroups(
    tasks
      .filter(({ complete }) => !complete)
      .toSorted((a, b) => (a.due_date ?? '').localeCompare(b.due_date ?? '')),
    today,
  ).map((group) => ({ id: group.title, ...group }))
  const done = tasks.filter(({ complete }) => complete)
  return done.length > 0 ? [...open, { id: 'done', title: 'Complete', tasks: done }] : open
}
