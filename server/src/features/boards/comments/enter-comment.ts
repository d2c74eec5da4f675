import type { Actor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { TaskVerb } from '../activity/verbs.ts'
import type { TaskRow } from '../tasks/access.ts'
import { changeTask, type Needs } from '../tasks/change-task.ts'
import type { BareChange } from '../tasks/state.ts'
import type { Comment } from './schemas.ts'

/** Records a comment change in the activity of its task. */
export async function enterComment(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  task: TaskRow,
  verb: TaskVerb,
  { id, comment }: Pick<Comment, 'id' | 'comment'>,
  beside: BareChange[] = [],
): Promise<void> {
  const about = { verb, object: { type: 'comment', id }, comment: { id, text: comment }, beside }
  await changeTask(deps, tx, actor, task, {}, about)
}
