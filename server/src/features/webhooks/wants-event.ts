import type { EventType } from '../events/publish.ts'
import type { Filter } from './schemas.ts'

export interface Wishes {
  event_types: readonly string[]
  filter: Filter | null
  created_by: number | null
}

export interface EventInSight {
  type: EventType
  object: { type: string; id: number | string }
  /** The only person whom it concerns, if there is one. */
  user_id: number | null
}

/** Whether a name, `noun.*` or `*` among the wishes means this type. */
export function meansType(patterns: readonly string[], type: string): boolean {
  return patterns.some(
    (pattern) =>
      pattern === '*' ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  )
}

/**
 * Whether an event belongs to a subscription, as far as can be said without its data. A personal
 * event belongs only to subscriptions of that person: they see what their maker would see.
 */
export function mayWant({ event_types, filter, created_by }: Wishes, event: EventInSight): boolean {
  if (event.user_id !== null && event.user_id !== created_by) return false
  if (!meansType(event_types, event.type)) return false
  const { object_type, object_id } = filter ?? {}
  if (object_type !== undefined && object_type !== event.object.type) return false
  return object_id === undefined || String(object_id) === String(event.object.id)
}

/** Whether the data has what the filter names; a list has it when it contains it. */
export function fitsData(filter: Filter | null, data: object): boolean {
  return Object.entries(filter?.data ?? {}).every(([path, wanted]) => {
    const found = valueAt(data, path)
    return Array.isArray(found) ? found.includes(wanted) : found === wanted
  })
}

export function asksForData(filter: Filter | null): boolean {
  return Object.keys(filter?.data ?? {}).length > 0
}

/** Undefined where there is nothing; only what is the object's own counts. */
function valueAt(data: unknown, path: string): unknown {
  let value = data
  for (const name of path.split('.')) {
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
    if (!isObject || !Object.hasOwn(value as object, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}
