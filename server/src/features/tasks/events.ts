import { Type } from 'typebox'
import { event, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

/** Bus topic for task changes; the message is the task id. */
export const taskChanged = 'task-changed'

const TaskKind = Type.Object({ kind: text })

export const taskEvents = {
  'task.submitted': event('workspace', 'A task was accepted.', TaskKind),
  'task.succeeded': event('workspace', 'A task succeeded.', TaskKind),
  'task.failed': event('workspace', 'A task failed.', TaskKind),
  'task.cancelled': event('workspace', 'A task was cancelled.', TaskKind),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof taskEvents> {}
}
