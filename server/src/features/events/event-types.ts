import type { TSchema } from 'typebox'

/**
 * Who may read an event:
 * - `workspace`: every member.
 * - `administrators`: owners and administrators.
 * - `owner`: the listed people and administrators.
 * - `board`: everyone who can see the board.
 * - `space`: the members of the teamspace, or every member if there is no teamspace.
 * - `person`: only one person. Needs `notifications:read`.
 * - `people`: the people a conversation concerns, and administrators. Needs `notifications:read`.
 */
export type Visibility =
  | 'workspace'
  | 'administrators'
  | 'owner'
  | 'board'
  | 'space'
  | 'person'
  | 'people'

/** The description of an event type: its readers, a sentence, and the schema of its `data`. */
export interface EventDescription<V extends Visibility = Visibility> {
  visibility: V
  description: string
  data: TSchema
}

declare module '../feature.ts' {
  interface Feature {
    /** The events it publishes. */
    events?: Readonly<Record<string, EventDescription>>
  }
}

/**
 * Every event of the service with its visibility. Each feature adds its own events in its
 * `events.ts`, so an undescribed type does not compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the features fill it
export interface EventMap {}

export type EventsOf<T extends Record<string, EventDescription>> = {
  [Type in keyof T]: T[Type]['visibility']
}

export type EventType = keyof EventMap

/** The event types with a given visibility. */
export type TypesWithVisibility<V extends Visibility> = {
  [T in EventType]: EventMap[T] extends V ? T : never
}[EventType]
