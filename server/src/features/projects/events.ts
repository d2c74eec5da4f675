import { Type } from 'typebox'
import { Nullable, named } from '../../http/schemas.ts'
import { event, nothing, text, texts, uuid } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

const Project = named(
  'ProjectEventData',
  Type.Object({ resourcetype: text, title: text, revision: Type.Integer() }),
)

const ProjectChange = named(
  'ProjectChangeEventData',
  Type.Object({
    ...Project.properties,
    action: text,
    from_revision: Nullable(Type.Integer()),
    changed: Type.Array(Type.String(), { description: 'Fields that differ from before.' }),
    paths: Type.Array(Type.String(), { description: 'JSON Pointers; the first hundred.' }),
  }),
)

const ProjectItem = named(
  'ProjectItemEventData',
  Type.Object({
    resourcetype: text,
    project_id: Type.Union([Type.Integer(), Type.String()]),
    title: text,
    changed: Type.Optional(texts),
  }),
)

export const projectEvents = {
  'project_type.created': event(
    'workspace',
    'A type of projects was added.',
    Type.Object({ resourcetype: text, id_kind: text, title: text }),
  ),
  'project_type.deleted': event('workspace', 'A type of projects was removed.', nothing),
  'project.created': event('space', 'A project was made.', Project),
  'project.updated': event('space', 'A project has a new revision.', ProjectChange),
  'project.deleted': event('space', 'A project was removed; it can be restored.', Project),
  'project.restored': event('space', 'A project that was removed is back.', Project),
  'project.reverted': event('space', 'A project went back to an earlier revision.', ProjectChange),
  'project_item.created': event('space', 'An item was added to a project.', ProjectItem),
  'project_item.updated': event('space', 'An item of a project was changed.', ProjectItem),
  'project_item.deleted': event('space', 'An item of a project was removed.', ProjectItem),
  'project_item.reordered': event(
    'space',
    'The items of a project have another order.',
    Type.Object({ resourcetype: text, ids: Type.Array(uuid) }),
  ),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof projectEvents> {}
}
