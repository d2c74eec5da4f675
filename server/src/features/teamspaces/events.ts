import { Type } from 'typebox'
import { before, change, event, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'
import { Teamspace } from './schemas.ts'

const UserId = Type.Object({ user_id: Type.Integer() })

export const teamspaceEvents = {
  'teamspace.created': event(
    'workspace',
    'A teamspace was made.',
    Type.Object({ name: text, slug: text }),
  ),
  'teamspace.updated': event('workspace', 'A teamspace was changed.', change(Teamspace)),
  'teamspace.deleted': event('workspace', 'A teamspace was removed.', before(Teamspace)),
  'teamspace.member_added': event('workspace', 'A person came into a teamspace.', UserId),
  'teamspace.member_removed': event('workspace', 'A person was taken out of a teamspace.', UserId),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof teamspaceEvents> {}
}
