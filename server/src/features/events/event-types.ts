import type { TSchema } from 'typebox'

/**
 * Who may read an event:
 * - `workspace`: every member.
 * - `administrators`: owners and administrators.
 * - `owner`: the people named and administrators.
 * - `board`: those who see the board.
 * - `space`: the members of the teamspace, or every member where there is none.
 * - `person`: one person and nobody else. Needs `notifications:read`.
 * - `people`: those whom a conversation concerns, and administrators. Needs `notifications:read`.
 */
export type Visibility =
  | 'workspace'
  | 'administrators'
  | 'owner'
  | 'board'
  | 'space'
  | 'person'
  | 'people'

/** What an event says: who may read it, a sentence, and what its `data` looks like. */
export interface EventDescription<V extends Visibility = Visibility> {
  visibility: V
  description: string
  data: TSchema
}

/**
 * Every event of the service with its visibility. Each feature adds its own in its `events.ts`, so a
 * type that nobody has described does not compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the features fill it
export interface EventMap {}

export type EventsOf<T extends Record<string, EventDescription>> = {
  [Type in keyof T]: T[Type]['visibility']
}

export type EventType = keyof EventMap

/** The types of one visibility. */
export type TypesSeenBy<V extends Visibility> = {
  [T in EventType]: EventMap[T] extends V ? T : never
}[EventType]
