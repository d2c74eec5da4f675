/** What can happen to a task. Event types are the same with the prefix `pm_task.`. */
export const taskVerbs = [
  'created',
  'updated',
  'status_changed',
  'assigned',
  'unassigned',
  'commented',
  'comment_edited',
  'comment_deleted',
  'attached',
  'detached',
  'dependency_added',
  'dependency_removed',
  'completed',
  'reopened',
  'deleted',
] as const

export type TaskVerb = (typeof taskVerbs)[number]
