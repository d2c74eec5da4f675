import { dayAfter } from '../../../lib/local-time.ts'
import type { DayFigures } from './queries.ts'
import { type MetricId, metricIds } from './schemas.ts'

export type DayValues = Map<string, Partial<Record<MetricId, number>>>

const summed = ['likes', 'shares', 'replies'] as const

/** The days of a period, first and last included. */
export function daysBetween(from: string, to: string): string[] {
  const days = []
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day)
  return days
}

/**
 * The values of each day. Likes, shares and replies are those that were added since the day before
 * on which the network was asked. What is not known is missing.
 */
export function valuesByDay(
  days: readonly string[],
  figures: readonly DayFigures[],
  published: ReadonlyMap<string, number>,
): DayValues {
  const values: DayValues = new Map(
    days.map((day) => [day, { publishing: published.get(day) ?? 0 }]),
  )
  for (const [at, figure] of figures.entries()) {
    const day = values.get(figure.day)
    if (!day) continue
    if (figure.followers !== null) day.followers = figure.followers
    const before = figures[at - 1]
    for (const metric of summed) {
      const [now, then] = [figure[metric], before?.[metric] ?? null]
      if (now === null || then === null) continue
      day[metric] = Math.max(0, now - then)
      day.engagement = (day.engagement ?? 0) + day[metric]
    }
  }
  return values
}

/** A whole period: sums, and for followers the last known value. */
export function computeTotals(values: DayValues): Partial<Record<MetricId, number>> {
  const totals: Partial<Record<MetricId, number>> = {}
  for (const day of values.values()) {
    for (const metric of metricIds) {
      const value = day[metric]
      if (value === undefined) continue
      totals[metric] = metric === 'followers' ? value : (totals[metric] ?? 0) + value
    }
  }
  return totals
}

/** A value beside that of the period before; undefined if it is not known. */
export function compared(value: number | undefined, before: number | undefined) {
  if (value === undefined) return undefined
  return { value, ...(before !== undefined && { prevValue: before }) }
}
