import { Type } from 'typebox'
import { before, change, event, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'
import { Teamspace } from './schemas.ts'

const UserId = Type.Object({ user_id: Type.Integer() })

export const teamspaceEvents = {
  'teamspace.created': event(
    'workspace',
    'A teamspace was created.',
    Type.Object({ name: text, slug: text }),
  ),
  'teamspace.updated': event('workspace', 'A teamspace was changed.', change(Teamspace)),
  'teamspace.deleted': event('workspace', 'A teamspace was deleted.', before(Teamspace)),
  'teamspace.member_added': event('workspace', 'A member was added to a teamspace.', UserId),
  'teamspace.member_removed': event('workspace', 'A member was removed from a teamspace.', UserId),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof teamspaceEvents> {}
}
