import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { EventType } from '../src/features/events/event-types.ts'
import { knownEvents } from '../src/features/events/known-events.ts'
import { useTimeFormats } from '../src/http/body/time-formats.ts'
import type { Sql } from '../src/platform/postgres/sql.ts'

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
useTimeFormats(ajv)
const validators = new Map<EventType, ValidateFunction>()

/** Published events that don't match the catalogue: "task.failed: data must …", each once. */
export async function findInvalidEvents(sql: Sql): Promise<string[]> {
  const events = await sql<{ type: EventType; data: unknown }>`
    select distinct on (type, data) type, data from events`
  const invalid = events
    .map(({ type, data }) => checkEvent(type, data))
    .filter((one) => one !== null)
  return [...new Set(invalid)]
}

function checkEvent(type: EventType, data: unknown): string | null {
  const described = knownEvents().get(type)
  if (!described) return `${type} is not in the catalogue`
  const validate = validators.get(type) ?? ajv.compile(closed(described.data) as object)
  validators.set(type, validate)
  return validate(data) ? null : `${type}: ${ajv.errorsText(validate.errors, { dataVar: 'data' })}`
}

/** A copy that rejects unnamed properties: receivers should expect more of them, we shouldn't. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (schema === null || typeof schema !== 'object') return schema
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, closed(part)]),
  )
  return 'properties' in copy ? { additionalProperties: false, ...copy } : copy
}
