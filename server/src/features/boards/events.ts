import { Type } from 'typebox'
import { named } from '../../http/schemas.ts'
import { event, nothing, texts, uuid } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

const BoardTask = named(
  'BoardTaskEventData',
  Type.Object({
    board: uuid,
    seq: Type.Integer({ description: 'Place in the activity of the task.' }),
    fields: Type.Array(Type.String(), { description: 'What has changed.' }),
  }),
)

export const boardEvents = {
  'pm_board.created': event('board', 'A board was made.', nothing),
  'pm_board.updated': event('board', 'A board was changed.', Type.Object({ fields: texts })),
  'pm_board.deleted': event('board', 'A board was removed.', nothing),
  'pm_task.created': event('board', 'A task was put on a board.', BoardTask),
  'pm_task.updated': event('board', 'Fields of a task were changed.', BoardTask),
  'pm_task.status_changed': event('board', 'A task has another status.', BoardTask),
  'pm_task.assigned': event('board', 'A task was given to somebody.', BoardTask),
  'pm_task.unassigned': event('board', 'A task was taken from somebody.', BoardTask),
  'pm_task.commented': event('board', 'Somebody commented on a task.', BoardTask),
  'pm_task.comment_edited': event('board', 'A comment on a task was changed.', BoardTask),
  'pm_task.comment_deleted': event('board', 'A comment on a task was removed.', BoardTask),
  'pm_task.attached': event('board', 'A file was attached to a task.', BoardTask),
  'pm_task.detached': event('board', 'A file is no longer attached to a task.', BoardTask),
  'pm_task.dependency_added': event('board', 'A task depends on another.', BoardTask),
  'pm_task.dependency_removed': event('board', 'A task no longer depends on another.', BoardTask),
  'pm_task.completed': event('board', 'A task is done.', BoardTask),
  'pm_task.reopened': event('board', 'A task that was done is open again.', BoardTask),
  'pm_task.deleted': event('board', 'A task was removed.', BoardTask),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof boardEvents> {}
}
