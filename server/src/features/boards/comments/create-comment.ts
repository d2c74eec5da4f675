import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import { lockTask } from '../tasks/access.ts'
import { changeTask, type Needs } from '../tasks/change-task.ts'
import { chooseMentions, notifyMentioned } from './mentions.ts'
import { commentById, insertComment } from './queries.ts'
import type { Comment, CreateCommentBody } from './schemas.ts'

/** Comments on a task, or replies to a comment. Mentioned people are notified. */
export async function createComment(
  deps: Needs,
  actor: Actor,
  { object_pk, comment: text, parent = null }: CreateCommentBody,
): Promise<Comment> {
  requirePermission(actor, 'boards:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const task = await lockTask(tx, actor, object_pk)
    if (parent !== null) {
      const answered = await commentById(tx, actor.workspaceId, parent)
      if (answered?.object_pk !== task.id) throw invalid('parent', 'is not a comment on this task')
    }
    const mentions = await chooseMentions(tx, actor, task, text)
    const written = { object_pk: task.id, parent, comment: text, mentions }
    const comment = await insertComment(tx, actor, written, deps.clock())
    const about = { verb: 'commented' as const, comment: { id: comment.id, text } }
    await changeTask(deps, tx, actor, task, { about })
    await notifyMentioned(deps, tx, actor, task, comment)
    return comment
  })
}
