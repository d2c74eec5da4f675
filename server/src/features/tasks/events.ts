import { Type } from 'typebox'
import { event, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

/** Bus topic for task changes; the message is the task id. */
export const taskChanged = 'task-changed'

const TaskKind = Type.Object({ kind: text })

export const taskEvents = {
  'task.submitted': event('space', 'A task was accepted.', TaskKind),
  'task.succeeded': event('space', 'A task succeeded.', TaskKind),
  'task.failed': event('space', 'A task failed.', TaskKind),
  'task.cancelled': event('space', 'A task was cancelled.', TaskKind),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof taskEvents> {}
}
