import { type Actor, requirePermission } from '../../http/permissions.ts'
import { knownEvents } from './known-events.ts'

/** Every event type with a description and the JSON Schema of its `data`. */
export async function listEventTypes(actor: Actor) {
  requirePermission(actor, 'events:read')
  const results = [...knownEvents()].map(([type, { description, data }]) => ({
    type,
    description,
    schema: data as object,
  }))
  return { results }
}
