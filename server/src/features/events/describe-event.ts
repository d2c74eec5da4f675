import { type TSchema, Type } from 'typebox'
import type { EventDescription, Visibility } from './event-types.ts'

/** Describes an event in the `events.ts` of its feature. */
export function event<V extends Visibility>(
  visibility: V,
  description: string,
  data: TSchema,
): EventDescription<V> {
  return { visibility, description, data }
}

export const text = Type.String()

export const uuid = Type.String({ format: 'uuid' })

export const texts = Type.Array(Type.String())

export const nothing = Type.Object({})

export const before = <T extends TSchema>(schema: T) => Type.Object({ before: schema })

export const change = <T extends TSchema>(schema: T) =>
  Type.Object({ before: schema, after: schema })
