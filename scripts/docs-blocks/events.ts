import { knownEvents } from '../../server/src/features/events/known-events.ts'
import { code, table } from './table.ts'

/** Every event type with its readers and the fields of its `data`, by noun. */
export function eventTables(): string {
  const byNoun = Map.groupBy(knownEvents(), ([type]) => type.split('.')[0] as string)
  return [...byNoun]
    .map(([noun, events]) => {
      const rows = events.map(([type, { description, visibility, data }]) => [
        code(type),
        description,
        visibility,
        listFields(data),
      ])
      return `## ${code(noun)}\n\n${table(['Type', 'Meaning', 'Visible to', 'Data'], rows)}`
    })
    .join('\n\n')
}

/** Unions list the fields of all their alternatives. */
function listFields(schema: object): string {
  const { properties = {}, anyOf = [] } = schema as { properties?: object; anyOf?: object[] }
  const names = [properties, ...anyOf.map((one) => (one as { properties?: object }).properties)]
  return [...new Set(names.flatMap((one) => Object.keys(one ?? {})))].map(code).join(', ')
}
