import { invalid, problem } from '../../../http/problem.ts'
import { nextTime, type Schedule, ScheduleError } from '../../../lib/schedules/next-times.ts'
import { realPattern, whyNoEvent } from '../events-for-expressions.ts'
import { eventFields, scheduleFields, type TriggerKind, webhookFields } from './schemas.ts'
import type { TriggerSettings } from './trigger-queries.ts'
import { findFirstError, whyUnusable } from './trigger-scope.ts'

type TriggerChanges = { [K in keyof TriggerSettings]?: TriggerSettings[K] | undefined }

const fieldsOf: Record<TriggerKind, readonly string[]> = {
  schedule: Object.keys(scheduleFields),
  event: Object.keys(eventFields),
  webhook: Object.keys(webhookFields),
}

interface Defaults {
  /** Of the workspace. */
  tz: string
  now: Date
}

/** The settings of a trigger with its changes, if they can be used. */
export function checkSettings(
  kind: TriggerKind,
  before: TriggerSettings,
  given: TriggerChanges,
  { tz, now }: Defaults,
): TriggerSettings {
  for (const [other, fields] of Object.entries(fieldsOf)) {
    const strange = fields.find(
      (name) => other !== kind && given[name as keyof TriggerChanges] !== undefined,
    )
    if (strange) throw invalid(strange, `belongs to triggers of the kind ${other}, not ${kind}`)
  }
  const own = Object.fromEntries(
    fieldsOf[kind]
      .map((name) => [name, given[name as keyof TriggerChanges]])
      .filter(([, value]) => value !== undefined),
  )
  const settings: TriggerSettings = { ...before, ...own }
  if (kind === 'schedule') return checkSchedule(settings, own, { tz, now })
  if (kind === 'event') return checkEvent(settings)
  return { verify: 'token', methods: ['POST'], respond: 'run_id', ...settings }
}

const repetitions = ['cron', 'every_seconds', 'rrule'] as const

function checkSchedule(
  all: TriggerSettings,
  own: TriggerChanges,
  { tz, now }: Defaults,
): TriggerSettings {
  const changed = repetitions.filter((name) => own[name] !== undefined)
  // A new repetition replaces the previous one.
  const dropped = changed.length === 1 ? repetitions.filter((name) => name !== changed[0]) : []
  const kept = Object.fromEntries(
    Object.entries(all).filter(([name]) => !dropped.includes(name as never)),
  ) as TriggerSettings
  const settings = { tz, catch_up: 'latest' as const, starts_at: now.toISOString(), ...kept }
  if (repetitions.filter((name) => settings[name] !== undefined).length !== 1) {
    throw invalid('cron', 'give exactly one of cron, every_seconds and rrule')
  }
  // A schedule that has ended can still be renamed or paused.
  if (Object.keys(own).length > 0) requireTimes(readSchedule(settings), now)
  return settings
}

export function readSchedule(settings: TriggerSettings): Schedule {
  return {
    cron: settings.cron ?? null,
    everySeconds: settings.every_seconds ?? null,
    rrule: settings.rrule ?? null,
    tz: settings.tz ?? 'UTC',
    startsAt: new Date(settings.starts_at ?? 0),
    endsAt: settings.ends_at ? new Date(settings.ends_at) : null,
  }
}

/** Rejects a schedule that cannot be read or never happens again. */
export function requireTimes(schedule: Schedule, now: Date): Date {
  const field = schedule.cron ? 'cron' : schedule.rrule ? 'rrule' : 'every_seconds'
  try {
    const next = nextTime(schedule, now)
    if (next) return next
    const until = schedule.endsAt ? ' before ends_at' : ''
    throw invalid(field, `never happens${until}; check the days and months it names`)
  } catch (error) {
    if (error instanceof ScheduleError) throw invalid(field, error.message)
    throw error
  }
}

function checkEvent(all: TriggerSettings): TriggerSettings {
  if (all.event === undefined) throw invalid('event', 'is required')
  const event = realPattern(all.event)
  const reason = whyNoEvent(event)
  if (reason) throw invalid('event', reason)
  const mistake = all.filter ? whyUnusable(all.filter) : undefined
  if (mistake) throw invalid('filter', mistake)
  return { filter: null, debounce_seconds: 0, include_own: false, ...all, event }
}

/** Checks the expressions that triggers of all kinds have. */
export function requireTemplates(input: unknown, dedupeKey: string | null): void {
  const mistake =
    findFirstError(input, 'input') ??
    (dedupeKey === null ? undefined : findFirstError(`\${${dedupeKey}}`, 'dedupe_key'))
  if (!mistake) return
  const { path, message } = mistake
  throw problem('validation_failed', { detail: `${path}: ${message}`, errors: [mistake] })
}
