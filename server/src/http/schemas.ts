import { type TSchema, Type } from 'typebox'
import { maxTimeLength } from '../lib/times.ts'

/**
 * Gives a schema its name in the OpenAPI document and in all generated clients. The document
 * defines it once and references it everywhere.
 */
export function named<T extends TSchema>(title: string, schema: T): T {
  return Object.assign(schema, { title })
}

/** ISO 8601 in UTC with milliseconds: a Date in code, text on the wire. */
export const Time = Type.Unsafe<Date>({ type: 'string', format: 'date-time' })

/**
 * Every date, time and time zone from callers has one of these types. Their formats
 * (`time-formats.ts`) accept only values that the code and the database can represent.
 */
export const TimeText = Type.String({ format: 'date-time', maxLength: maxTimeLength })

export const Day = Type.String({ format: 'date', maxLength: 10, description: 'YYYY-MM-DD' })

export const ClockTime = Type.String({
  format: 'clock-time',
  maxLength: 5,
  description: '“09:30”, 24 hours.',
})

export const LocalTime = Type.String({
  format: 'local-time',
  maxLength: 16,
  description: '“2026-11-20 09:30”',
})

export const DayOrLocalTime = Type.String({ format: 'day-or-local-time', maxLength: 16 })

export const DayOrInstant = Type.String({ format: 'day-or-instant', maxLength: maxTimeLength })

export const TimeZone = Type.String({
  format: 'time-zone',
  maxLength: 64,
  description: 'IANA time zone name.',
})

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const IntegerId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

export const IntegerIdParams = Type.Object({ id: IntegerId })

export const UserIdParams = Type.Object({ user_id: IntegerId })

export const UuidParams = Type.Object({ id: Type.String({ format: 'uuid' }) })
