import type { EventDescription, EventType } from './event-types.ts'

const known = new Map<string, EventDescription>()

/** The feature list calls this for each feature before any event is published or read. */
export function registerEvents(events: Readonly<Record<string, EventDescription>>): void {
  for (const [type, description] of Object.entries(events)) known.set(type, description)
}

/** Every event type in feature order. */
export function knownEvents(): ReadonlyMap<EventType, EventDescription> {
  return known as ReadonlyMap<string, EventDescription> as ReadonlyMap<EventType, EventDescription>
}

export function eventTypes(): EventType[] {
  return [...knownEvents().keys()]
}

/** Personal events need `notifications:read`, and sockets get them only on the `user` stream. */
export function isPersonal(type: string): boolean {
  const visibility = known.get(type)?.visibility
  return visibility === 'person' || visibility === 'people'
}

export function personalTypes(): EventType[] {
  return eventTypes().filter(isPersonal)
}
