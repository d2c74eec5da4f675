import { invalid } from '../../../http/problem.ts'
import type { TaskRow } from '../tasks/queries.ts'
import type { Status } from './schemas.ts'

interface StatusChange {
  status?: string | undefined
  complete?: boolean | undefined
}

/**
 * Keeps the column and completion of a task consistent: a task is complete if and only if it is in
 * a done column. Setting one determines the other.
 */
export function settleStatus(
  statuses: readonly Status[],
  task: Pick<TaskRow, 'status' | 'complete'>,
  { status, complete }: StatusChange,
): { status: string; complete: boolean } {
  if (status !== undefined) {
    const target = statusNamed(statuses, status)
    if (!target) {
      const titles = statuses.map(({ title }) => title).join(', ')
      throw invalid('status', `is not a column of this board; it has: ${titles}`)
    }
    const isDone = target.category === 'done'
    if (complete !== undefined && complete !== isDone) {
      throw invalid(
        'complete',
        `contradicts the status ${target.title}, which is ${target.category}`,
      )
    }
    return { status: target.id, complete: isDone }
  }
  if (complete === undefined || complete === task.complete) {
    return { status: task.status, complete: task.complete }
  }
  const target = complete
    ? statuses.find(({ category }) => category === 'done')
    : (statuses.find(({ category }) => category === 'todo') ?? statuses.find(isOpen))
  if (!target) throw invalid('complete', 'the board has no matching status')
  return { status: target.id, complete }
}

/** By id, or by title without regard to case. An id wins over a column with that title. */
function statusNamed(statuses: readonly Status[], wanted: string): Status | undefined {
  const name = wanted.trim().toLowerCase()
  return (
    statuses.find(({ id }) => id === name) ??
    statuses.find(({ title }) => title.toLowerCase() === name)
  )
}

export function isOpen({ category }: Pick<Status, 'category'>): boolean {
  return category !== 'done'
}

/** The closest column on another board: by title, or else by category. */
export function matchingStatus(statuses: readonly Status[], of: Status): Status {
  const alike = statuses.filter((one) => isOpen(one) === isOpen(of))
  const found =
    alike.find(({ title }) => title.toLowerCase() === of.title.toLowerCase()) ??
    alike.find(({ category }) => category === of.category) ??
    alike[0]
  // Every board keeps an open and a done column.
  return found as Status
}
