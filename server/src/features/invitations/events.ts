import { Type } from 'typebox'
import { event, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

export const invitationEvents = {
  'invitation.created': event(
    'workspace',
    'A person was invited.',
    Type.Object({ email: text, role: text, teamspace_ids: Type.Array(Type.Integer()) }),
  ),
  'invitation.revoked': event(
    'workspace',
    'An invitation was revoked.',
    Type.Object({ email: text }),
  ),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof invitationEvents> {}
}
