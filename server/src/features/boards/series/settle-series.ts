import { type Actor, listPermissions } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import { ScheduleError } from '../../../lib/schedules/next-times.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Needs } from '../tasks/change-task.ts'
import { inheritedFields } from '../tasks/fields.ts'
import type { TaskRow } from '../tasks/queries.ts'
import type { Recurrence, UpdateTaskBody } from '../tasks/schemas.ts'
import { findToday, nextDay, startOfDay } from './next-day.ts'
import {
  deleteSeries,
  insertSeries,
  lockSeries,
  type SeriesRow,
  saveSeries,
} from './series-queries.ts'

/** The series of a task whose recurrence is being set; undefined if that does not change. */
export function chooseSeries(
  { random }: Pick<Needs, 'random'>,
  task: Pick<TaskRow, 'series_id'>,
  { recurrence }: Pick<UpdateTaskBody, 'recurrence'>,
): Partial<Pick<TaskRow, 'series_id'>> {
  if (!recurrence) return {}
  return { series_id: task.series_id ?? random.uuid() }
}

/** Creates, changes or ends the series of a task, after the task itself has changed. */
export async function settleSeries(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  task: TaskRow,
  recurrence: Recurrence | null | undefined,
): Promise<void> {
  if (recurrence === undefined || task.series_id === null) return
  const { workspaceId } = actor
  if (recurrence === null) return deleteSeries(tx, workspaceId, task.series_id)
  const day = task.due_date ?? task.start_date ?? findToday(recurrence.tz, deps.clock())
  const { permissions, boundedBy: _, ...who } = actor
  const before = await lockSeries(tx, workspaceId, task.series_id)
  const row: SeriesRow = {
    id: task.series_id,
    workspace_id: workspaceId,
    board_id: task.board,
    recurrence,
    first_day: day,
    last_day: day,
    last_task_id: task.id,
    held: {},
    ...before,
    ...(before && { recurrence, first_day: day }),
    actor: { ...who, permissions: [...permissions] },
    next_at: null,
  }
  row.next_at = computeNextTime(row)
  await (before ? saveSeries(tx, row) : insertSeries(tx, row))
}

/** When the next task is created: on its day, or not before the last one is complete. */
export function computeNextTime({ recurrence, first_day, last_day }: SeriesRow): Date | null {
  const next = requireNext(recurrence, first_day, last_day)
  if (next === null || recurrence.mode === 'after_completion') return null
  return startOfDay(next, recurrence.tz)
}

function requireNext(recurrence: Recurrence, firstDay: string, lastDay: string): string | null {
  try {
    return nextDay(recurrence, firstDay, lastDay)
  } catch (error) {
    if (error instanceof ScheduleError) throw invalid('recurrence.rrule', error.message)
    throw error
  }
}

/** Remembers the values that a change of this task alone replaces, for the next one. */
export async function holdValues(tx: Tx, actor: Actor, before: TaskRow, after: TaskRow) {
  if (before.series_id === null) return
  const series = await lockSeries(tx, actor.workspaceId, before.series_id)
  if (series?.last_task_id !== before.id) return
  const changed = inheritedFields.filter(
    (name) => String(JSON.stringify(before[name])) !== String(JSON.stringify(after[name])),
  )
  const held = Object.fromEntries(changed.map((name) => [name, before[name]]))
  if (changed.length > 0) await saveSeries(tx, { ...series, held: { ...held, ...series.held } })
}

/** The fields of the next task. */
export function inheritFields(task: TaskRow, { held }: SeriesRow): UpdateTaskBody {
  const values = Object.fromEntries(inheritedFields.map((name) => [name, task[name]]))
  return { ...values, ...held } as UpdateTaskBody
}

/** The person for whom the series creates tasks, with what they may do today. */
export function buildActor({ actor }: SeriesRow, role: Actor['role']): Actor {
  return { ...actor, role, permissions: listPermissions(role, actor.permissions), requestId: null }
}
