import type { EventType } from '../events/event-types.ts'
import { isPersonal } from '../events/known-events.ts'
import type { Filter } from './schemas.ts'

export interface EventSelection {
  event_types: readonly string[]
  filter: Filter | null
  sees_personal: boolean
}

export interface EventInSight {
  type: EventType
  object: { type: string; id: number | string }
}

/** Whether a type name, `noun.*` or `*` among the patterns matches this type. */
export function meansType(patterns: readonly string[], type: string): boolean {
  return patterns.some(
    (pattern) =>
      pattern === '*' ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  )
}

/**
 * Whether a subscription matches an event, as far as this is known without its data.
 * `visible-events.ts` separately decides who may see the event.
 */
export function mayWant(
  { event_types, filter, sees_personal }: EventSelection,
  event: EventInSight,
) {
  if (isPersonal(event.type) && !sees_personal) return false
  if (!meansType(event_types, event.type)) return false
  const { object_type, object_id } = filter ?? {}
  if (object_type !== undefined && object_type !== event.object.type) return false
  return object_id === undefined || String(object_id) === String(event.object.id)
}

/** Whether the data has the filter's values; a list matches if it contains the value. */
export function fitsData(filter: Filter | null, data: object): boolean {
  return Object.entries(filter?.data ?? {}).every(([path, wanted]) => {
    const found = readValue(data, path)
    return Array.isArray(found) ? found.includes(wanted) : found === wanted
  })
}

export function asksForData(filter: Filter | null): boolean {
  return Object.keys(filter?.data ?? {}).length > 0
}

/** Undefined if nothing is there; only own properties count. */
function readValue(data: unknown, path: string): unknown {
  let value = data
  for (const name of path.split('.')) {
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
    if (!isObject || !Object.hasOwn(value as object, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}
