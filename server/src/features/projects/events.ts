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
    changed: Type.Array(Type.String(), { description: 'Fields that changed.' }),
    paths: Type.Array(Type.String(), { description: 'JSON Pointers, at most 100.' }),
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

const ProjectComment = named(
  'ProjectCommentEventData',
  Type.Object({ resourcetype: text, title: text, comment_id: Type.Integer() }),
)

export const projectEvents = {
  'project_type.created': event(
    'workspace',
    'A project type was added.',
    Type.Object({ resourcetype: text, id_kind: text, title: text }),
  ),
  'project_type.deleted': event('workspace', 'A project type was removed.', nothing),
  'project.created': event('space', 'A project was created.', Project),
  'project.updated': event('space', 'A project has a new revision.', ProjectChange),
  'project.deleted': event('space', 'A project was deleted; it can be restored.', Project),
  'project.restored': event('space', 'A deleted project was restored.', Project),
  'project.reverted': event(
    'space',
    'A project was reverted to an earlier revision.',
    ProjectChange,
  ),
  'project.commented': event('space', 'Someone commented on a project.', ProjectComment),
  'project.comment_edited': event('space', 'A comment on a project was changed.', ProjectComment),
  'project.comment_deleted': event('space', 'A comment on a project was deleted.', ProjectComment),
  'project_item.created': event('space', 'An item was added to a project.', ProjectItem),
  'project_item.updated': event('space', 'An item of a project was changed.', ProjectItem),
  'project_item.deleted': event('space', 'An item of a project was deleted.', ProjectItem),
  'project_item.reordered': event(
    'space',
    'The items of a project were reordered.',
    Type.Object({ resourcetype: text, ids: Type.Array(uuid) }),
  ),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof projectEvents> {}
}
