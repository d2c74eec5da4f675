import type { Task } from './model.ts'

export interface DueGroup {
  title: string
  tasks: Task[]
}

/** Groups open tasks by due date, most urgent first. Days are YYYY-MM-DD. */
export function dueGroups(tasks: readonly Task[], today: string): DueGroup[] {
  const nextWeek = dayAfter(today, 7)
  const groups: [title: string, fits: (due: string | null) => boolean][] = [
    ['Overdue', (due) => due !== null && due < today],
    ['Today', (due) => due === today],
    ['Next seven days', (due) => due !== null && due > today && due <= nextWeek],
    ['Later', (due) => due !== null && due > nextWeek],
    ['No due date', (due) => due === null],
  ]
  return groups
    .map(([title, fits]) => ({ title, tasks: tasks.filter(({ due_date }) => fits(due_date)) }))
    .filter((group) => group.tasks.length > 0)
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}
