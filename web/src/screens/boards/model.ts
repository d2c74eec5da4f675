import type { Board, BoardTask, Status } from '@atelier/sdk'

/** A task with ids for its references, as the API returns it without `expand`. */
export interface Task extends BoardTask {
  board: string
  tags: number[]
  assignees: number[]
  attachments: string[]
  subtasks: string[]
}

/** A board with its columns, from left to right. */
export interface FullBoard extends Omit<Board, 'statuses'> {
  statuses: Status[]
}

export type Priority = NonNullable<Task['priority']>

/** Most urgent first. */
export const priorities: readonly { id: Priority; label: string }[] = [
  { id: 'urgent', label: 'Urgent' },
  { id: 'high', label: 'High' },
  { id: 'medium', label: 'Medium' },
  { id: 'low', label: 'Low' },
]

/** The categories that a column can have. */
export const meanings: readonly { id: Status['category']; label: string }[] = [
  { id: 'backlog', label: 'Not yet decided' },
  { id: 'todo', label: 'To do' },
  { id: 'in_progress', label: 'In progress' },
  { id: 'done', label: 'Done: tasks here are complete' },
]

/** Today in the person's time zone, as YYYY-MM-DD. */
export function today(): string {
  const now = new Date()
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

export function isOverdue({ due_date, complete }: Pick<Task, 'due_date' | 'complete'>): boolean {
  return due_date !== null && !complete && due_date < today()
}

const dayAndMonth = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })
const withYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

/** 4 Sep, with the year if it is not the current one. */
export function dayInWords(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const time = new Date(year, month - 1, date)
  return (year === new Date().getFullYear() ? dayAndMonth : withYear).format(time)
}
