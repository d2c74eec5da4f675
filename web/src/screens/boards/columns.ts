import type { Status } from '@atelier/sdk'
import { type Filters, fits } from './filters.ts'
import type { Task } from './model.ts'

/**
 * Where a task goes: before the first task in `before` that is in the column, else after `after`,
 * else at the end.
 */
export interface CardPosition {
  status: string
  before: string[]
  after?: string | undefined
}

/** A pending move: the server has not confirmed it yet. */
export interface Move extends CardPosition {
  taskId: string
}

export interface Column {
  status: Status
  tasks: Task[]
}

/** The columns to show. Pending moves are applied last, in order. */
export function buildColumns(
  statuses: readonly Status[],
  tasks: readonly Task[],
  filters: Filters,
  moves: readonly Move[],
): Column[] {
  const columns = new Map(statuses.map((status) => [status.id, [] as Task[]]))
  const inOrder = tasks.toSorted(byOrder)
  for (const task of inOrder) if (fits(task, filters)) columns.get(task.status)?.push(task)
  for (const move of moves) applyMove(columns, move)
  return statuses.map((status) => ({ status, tasks: columns.get(status.id) ?? [] }))
}

/** Byte order, like the server's comparison. */
function byOrder(a: Task, b: Task): number {
  return a.order < b.order ? -1 : a.order > b.order ? 1 : a.id < b.id ? -1 : 1
}

function applyMove(columns: Map<string, Task[]>, { taskId, status, before, after }: Move): void {
  const target = columns.get(status)
  if (!target) return
  for (const tasks of columns.values()) {
    const from = tasks.findIndex(({ id }) => id === taskId)
    if (from < 0) continue
    const [task] = tasks.splice(from, 1) as [Task]
    target.splice(findIndex(target, { before, after }), 0, { ...task, status })
    return
  }
}

function findIndex(tasks: Task[], { before, after }: Omit<CardPosition, 'status'>): number {
  for (const next of before) {
    const at = tasks.findIndex(({ id }) => id === next)
    if (at >= 0) return at
  }
  const previous = tasks.findIndex(({ id }) => id === after)
  return previous >= 0 ? previous + 1 : tasks.length
}

/** How many of the following tasks to name, in case the nearest leaves the column meanwhile. */
const neighbours = 3

/** The place at an index of a column, not counting the task itself. */
export function findPlace({ status, tasks }: Column, taskId: string, index: number): CardPosition {
  const others = tasks.filter(({ id }) => id !== taskId)
  const before = others.slice(index, index + neighbours).map(({ id }) => id)
  return { status: status.id, before, after: others[index - 1]?.id }
}
