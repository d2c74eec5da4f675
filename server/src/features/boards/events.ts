import { Type } from 'typebox'
import { named } from '../../http/schemas.ts'
import { event, nothing, texts, uuid } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

const BoardTask = named(
  'BoardTaskEventData',
  Type.Object({
    board: uuid,
    seq: Type.Integer({ description: 'Position in the activity of the task.' }),
    fields: Type.Array(Type.String(), { description: 'What has changed.' }),
  }),
)

export const boardEvents = {
  'pm_board.created': event('board', 'A board was created.', nothing),
  'pm_board.updated': event('board', 'A board was changed.', Type.Object({ fields: texts })),
  'pm_board.deleted': event('board', 'A board was deleted.', nothing),
  'pm_task.created': event('board', 'A task was created on a board.', BoardTask),
  'pm_task.updated': event('board', 'Fields of a task were changed.', BoardTask),
  'pm_task.status_changed': event('board', 'The status of a task changed.', BoardTask),
  'pm_task.assigned': event('board', 'A task was assigned to someone.', BoardTask),
  'pm_task.unassigned': event('board', 'Someone was unassigned from a task.', BoardTask),
  'pm_task.commented': event('board', 'Someone commented on a task.', BoardTask),
  'pm_task.comment_edited': event('board', 'A comment on a task was changed.', BoardTask),
  'pm_task.comment_deleted': event('board', 'A comment on a task was deleted.', BoardTask),
  'pm_task.attached': event('board', 'A file was attached to a task.', BoardTask),
  'pm_task.detached': event('board', 'A file was removed from a task.', BoardTask),
  'pm_task.dependency_added': event('board', 'A dependency was added to a task.', BoardTask),
  'pm_task.dependency_removed': event('board', 'A dependency was removed from a task.', BoardTask),
  'pm_task.completed': event('board', 'A task was completed.', BoardTask),
  'pm_task.reopened': event('board', 'A completed task was reopened.', BoardTask),
  'pm_task.deleted': event('board', 'A task was deleted.', BoardTask),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof boardEvents> {}
}
