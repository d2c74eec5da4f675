import { change, event } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'
import { Workspace } from './schemas.ts'

export const workspaceEvents = {
  'workspace.created': event('workspace', 'A workspace was created.', Workspace),
  'workspace.updated': event(
    'workspace',
    'Name, slug, settings or state were changed.',
    change(Workspace),
  ),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof workspaceEvents> {}
}
