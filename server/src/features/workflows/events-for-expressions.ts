import { eventTypes } from '../events/known-events.ts'
import type { Event } from '../events/schemas.ts'

/** An event as expressions see it. */
export function asFacts(event: Event): object {
  return { ...event, id: event.seq, created_at: event.created_at.toISOString() }
}

/** Names that people use for boards, and how the events are called. */
const aliases: readonly [string, string][] = [
  ['board.task.', 'pm_task.'],
  ['board.', 'pm_board.'],
]

/** The pattern with the names that the events have. */
export function realPattern(pattern: string): string {
  const found = aliases.find(([alias]) => pattern.startsWith(alias))
  return found ? found[1] + pattern.slice(found[0].length) : pattern
}

/** Every pattern that matches a type: the type itself, each prefix with `.*`, and `*`. */
export function listPatterns(type: string): string[] {
  const parts = type.split('.')
  const prefixes = parts.slice(0, -1).map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`)
  return [type, ...prefixes, '*']
}

/** The types that a pattern matches. */
export function listTypes(pattern: string): string[] {
  return eventTypes().filter((type) => listPatterns(type).includes(pattern))
}

/** The reason no event can match the pattern. */
export function whyNoEvent(pattern: string): string | undefined {
  if (listTypes(pattern).length > 0) return undefined
  return `${pattern} is neither an event type nor a prefix of one, such as pm_task.*; GET /api/v1/events/types lists them`
}

/** Triggers must not fire because triggers changed. */
export function canTrigger(type: string): boolean {
  return !type.startsWith('workflow_trigger.')
}
