import { type TSchema, Type } from 'typebox'

/** ISO 8601 in UTC with milliseconds; the code has a Date, the wire has text. */
export const Time = Type.Unsafe<Date>({ type: 'string', format: 'date-time' })

/** A time as callers write it. */
export const TimeText = Type.String({ format: 'date-time', maxLength: 40 })

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const IntegerId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

export const IntegerIdParams = Type.Object({ id: IntegerId })

export const UserIdParams = Type.Object({ user_id: IntegerId })

export const UuidParams = Type.Object({ id: Type.String({ format: 'uuid' }) })
