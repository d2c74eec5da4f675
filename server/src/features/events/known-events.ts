import type { EventDescription, EventType } from './event-types.ts'

const known = new Map<string, EventDescription>()

/** The list of features calls this for each of them, before anything is published or read. */
export function registerEvents(events: Readonly<Record<string, EventDescription>>): void {
  for (const [type, description] of Object.entries(events)) known.set(type, description)
}

/** Every event in the order of the features. */
export function knownEvents(): ReadonlyMap<EventType, EventDescription> {
  return known as ReadonlyMap<string, EventDescription> as ReadonlyMap<EventType, EventDescription>
}

export function eventTypes(): EventType[] {
  return [...knownEvents().keys()]
}

/** What a credential reads only with `notifications:read`, and a socket only on its `user` stream. */
export function isPersonal(type: string): boolean {
  const visibility = known.get(type)?.visibility
  return visibility === 'person' || visibility === 'people'
}

export function personalTypes(): EventType[] {
  return eventTypes().filter(isPersonal)
}
