import { Type } from 'typebox'
import { change, event, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

const Role = Type.Object({ role: text })

const Joined = Type.Object({ email: text, role: text })

export const memberEvents = {
  'member.joined': event('workspace', 'A person accepted an invitation.', Joined),
  'member.updated': event('workspace', 'The role of a member was changed.', change(Role)),
  'member.removed': event('workspace', 'A member was removed.', Joined),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof memberEvents> {}
}
