import { type Actor, requirePermission } from '../../http/permissions.ts'
import { eventCatalogue } from './catalogue.ts'

/** Every type of event with a sentence and the JSON Schema of its `data`. */
export async function listEventTypes(actor: Actor) {
  requirePermission(actor, 'events:read')
  const results = Object.entries(eventCatalogue).map(([type, { description, data }]) => ({
    type,
    description,
    schema: data as object,
  }))
  return { results }
}
