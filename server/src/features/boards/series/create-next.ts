import type { Deps } from '../../../deps.ts'
import { Problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { DueWork } from '../../../platform/work/due.ts'
import type { EventFollower } from '../../events/dispatch-events.ts'
import { findTask } from '../tasks/access.ts'
import { createTaskOn } from '../tasks/create-task.ts'
import type { TaskRow } from '../tasks/queries.ts'
import { datesOn, findToday, latestDay, nextDay } from './next-day.ts'
import {
  findRole,
  lockSeries,
  type SeriesRow,
  saveSeries,
  selectNextSeries,
  seriesOfTasks,
  takeDueSeries,
} from './series-queries.ts'
import { buildActor, computeNextTime, inheritFields } from './settle-series.ts'

interface SeriesJob {
  workspace_id: number
  id: string
}

const seriesQueue = 'recurring-tasks'

/** A completed task may be the one that its series waited for. */
export function followCompletions({ queue }: Pick<Deps, 'queue'>): EventFollower {
  return async (tx, events) => {
    const completed = events.filter(({ type }) => type === 'pm_task.completed')
    if (completed.length === 0) return
    const ids = completed.map(({ object }) => String(object.id))
    for (const data of await seriesOfTasks(tx, ids)) await queue.send(tx, seriesQueue, data)
  }
}

export const seriesJobs = {
  name: seriesQueue,
  retryLimit: 5,
  atOnce: 5,
  work: (deps: Deps, { workspace_id, id }: SeriesJob) =>
    deps.db.atomically(workspace_id, async (db, tx) => {
      const series = await lockSeries(tx, workspace_id, id)
      if (series) await createNext({ ...deps, db }, tx, series)
    }),
}

export function seriesDue(deps: Deps): DueWork[] {
  return [{ name: 'due recurring tasks', dueAt: selectNextSeries, work: () => createDue(deps) }]
}

/** One series per transaction; its lock lets one process at a time have it. */
async function createDue(deps: Deps): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    hasMore = await deps.db.atomically('system', async (db, tx) => {
      const series = await takeDueSeries(tx, deps.clock())
      if (series) await createNext({ ...deps, db }, tx, series)
      return series !== undefined
    })
  }
}

async function createNext(deps: Deps, tx: Tx, series: SeriesRow): Promise<void> {
  const end = () => saveSeries(tx, { ...series, next_at: null })
  const role = await findRole(tx, series)
  if (role === null) return end()
  const actor = buildActor(series, role)
  const last = await findTask(tx, actor, series.last_task_id)
  if (!last?.recurrence) return end()
  const day = dayOfNext(deps, series, last)
  if (day === null) return series.next_at === null ? undefined : end()
  try {
    await deps.db.atomically(series.workspace_id, async (db, inner) => {
      const inside = { ...deps, db }
      const body = { ...inheritFields(last, series), ...datesOn(day, last) }
      const made = await createTaskOn(inner, {
        ...{ deps: inside, actor, board: last.board, body },
        more: {
          recurrence: series.recurrence,
          series_id: series.id,
          checklist: unchecked(inside, last),
        },
      })
      const next = { ...series, last_day: day, last_task_id: made.id, held: {} }
      await saveSeries(inner, { ...next, next_at: computeNextTime(next) })
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    deps.log.warn({ err: error, series_id: series.id }, 'a recurring task could not be created')
    await end()
  }
}

/** Null if it is too early, or the rule has ended. */
function dayOfNext(
  { clock }: Pick<Deps, 'clock'>,
  series: SeriesRow,
  last: TaskRow,
): string | null {
  const { recurrence, first_day: firstDay, last_day: lastDay } = series
  if (recurrence.mode === 'on_schedule') {
    return latestDay(recurrence, { firstDay, lastDay, today: findToday(recurrence.tz, clock()) })
  }
  if (!last.complete || !last.completed_at) return null
  const completedOn = findToday(recurrence.tz, last.completed_at)
  return nextDay(recurrence, completedOn, completedOn)
}

function unchecked({ random }: Pick<Deps, 'random'>, { checklist }: TaskRow): TaskRow['checklist'] {
  return checklist.map((item) => ({ ...item, id: random.uuid(), done: false }))
}
