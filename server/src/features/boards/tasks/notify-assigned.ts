import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import { cutAtWord } from '../../../lib/cut-text.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { notifyMember } from '../../notifications/send/send-notifications.ts'
import { writeSlug } from './present-task.ts'
import type { TaskRow } from './queries.ts'

/** Notifies new assignees, except those who assigned themselves. */
export async function notifyAssigned(
  deps: Pick<Deps, 'clock' | 'random' | 'queue' | 'config'>,
  tx: Tx,
  actor: Actor,
  before: Pick<TaskRow, 'assignees'>,
  task: TaskRow,
): Promise<void> {
  for (const userId of task.assignees) {
    if (userId === actor.userId || before.assignees.includes(userId)) continue
    const due = task.due_date ? ` It is due on ${task.due_date}.` : ''
    await notifyMember(deps, tx, actor, {
      userId,
      category: 'assignment',
      title: `${cutAtWord(actor.name || 'Someone', 100)} assigned ${writeSlug(task)} to you`,
      message: `${cutAtWord(task.title, 900)}.${due}`,
      link: linkToTask(task),
      ctaLabel: 'Open task',
      extra: { event_type: 'task_assigned', task_id: task.id },
    })
  }
}

/** The path of a task in the console. */
export function linkToTask(task: Pick<TaskRow, 'board_slug' | 'number'>): string {
  return `/boards/${task.board_slug}/${writeSlug(task)}`
}
