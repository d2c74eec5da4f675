/** Told on the bus when a task has changed; the message is its id. */
export const taskChanged = 'task-changed'
