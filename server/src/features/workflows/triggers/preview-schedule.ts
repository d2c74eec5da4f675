import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import { programFile } from '../../../lib/installation.ts'
import { localTime } from '../../../lib/local-time.ts'
import type { Schedule } from '../../../lib/schedules/next-times.ts'
import { type TextFormat, workOnText } from '../../../lib/texts/work-on-text.ts'
import { requireTimes } from './check-trigger.ts'
import type { TimesRequest } from './times-thread.ts'
import { findZone } from './trigger-queries.ts'

interface Preview {
  cron?: string
  every_seconds?: number
  rrule?: string
  tz?: string
  starts_at?: string
  ends_at?: string
  count: number
}

const manyTimes: TextFormat<TimesRequest, Date[]> = {
  program: programFile('server/src/features/workflows/triggers/times-thread.ts'),
  load: () => import('./times-thread.ts'),
  maxQuickSize: 0,
  // A hundred times that are years apart take about a second to find.
  maxSeconds: 10,
}

/** The next times of a schedule that need not exist yet. */
export async function previewSchedule(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { cron, every_seconds, rrule, starts_at, ends_at, count, ...query }: Preview,
) {
  requirePermission(actor, 'workflows:read')
  const repetitions = [cron, every_seconds, rrule].filter((one) => one !== undefined)
  if (repetitions.length !== 1) {
    throw invalid('cron', 'give exactly one of cron, every_seconds and rrule')
  }
  const after = clock()
  const tz = query.tz ?? (await findZone(db.workspace(actor.workspaceId), actor.workspaceId))
  const schedule: Schedule = {
    ...{ cron: cron ?? null, everySeconds: every_seconds ?? null, rrule: rrule ?? null, tz },
    startsAt: starts_at ? new Date(starts_at) : after,
    endsAt: ends_at ? new Date(ends_at) : null,
  }
  const first = requireTimes(schedule, after)
  const request = { schedule, after, limit: count }
  const share = { workspaceId: actor.workspaceId, size: count }
  const times = count === 1 ? [first] : await workOnText(manyTimes, share, request)
  if (!times)
    throw invalid('count', 'is too large for this schedule: its times take too long to find')
  return { tz, times: times.map((at) => ({ at, local: localTime(at, tz) })) }
}
