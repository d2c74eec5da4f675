import { invalid } from '../../http/problem.ts'
import { eventTypes } from '../events/known-events.ts'
import { meansType } from './event-selection.ts'
import type { Filter } from './schemas.ts'

/** Removes duplicates. A pattern that matches no event type is the caller's mistake. */
export function checkEventTypes(patterns: readonly string[]): string[] {
  for (const [index, pattern] of patterns.entries()) {
    if (eventTypes().some((type) => meansType([pattern], type))) continue
    throw invalid(
      `event_types.${index}`,
      `is not a known event type. Use *, a noun with .*, or one of ${eventTypes().join(', ')}`,
    )
  }
  return [...new Set(patterns)]
}

export const maxPaths = 5
const path = /^\w{1,50}(\.\w{1,50}){0,3}$/
const allowed = 'a filter may contain object_type, object_id and data'

export function checkFilter(filter: Filter | null): Filter | null {
  if (!filter) return null
  const { object_type, object_id, data, ...rest } = filter
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw invalid(`filter.${unknown}`, `is not known; ${allowed}`)
  const paths = Object.keys(data ?? {})
  if (paths.length > maxPaths) throw invalid('filter.data', `may have at most ${maxPaths} paths`)
  const wrong = paths.find((one) => !path.test(one))
  if (wrong !== undefined) {
    throw invalid(
      `filter.data.${wrong}`,
      'is not a path; use up to four names of letters, digits and _, separated by dots',
    )
  }
  const isEmpty = object_type === undefined && object_id === undefined && paths.length === 0
  return isEmpty ? null : filter
}
