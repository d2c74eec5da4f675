/** Bus topic for task changes; the message is the task id. */
export const taskChanged = 'task-changed'
