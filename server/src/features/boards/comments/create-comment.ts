import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import type { Needs } from '../tasks/change-task.ts'
import { chooseMentions, notifyMentioned } from './mentions.ts'
import { commentById, insertComment } from './queries.ts'
import type { Comment, CreateCommentBody } from './schemas.ts'
import { lockSubject, recordComment } from './subject.ts'

/** Comments on a task or project, or replies to a comment. Mentioned people are notified. */
export async function createComment(
  deps: Needs,
  actor: Actor,
  { content_type, object_pk, comment: text, parent = null }: CreateCommentBody,
): Promise<Comment> {
  requirePermission(actor, 'boards:write', 'projects:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const subject = await lockSubject(tx, actor, { content_type, object_pk })
    if (parent !== null) {
      const answered = await commentById(tx, actor.workspaceId, parent)
      const isHere = answered?.content_type === content_type && answered.object_pk === subject.id
      if (!isHere) throw invalid('parent', `is not a comment on this ${content_type}`)
    }
    const mentions = await chooseMentions(tx, actor, subject, text)
    const written = { content_type, object_pk: subject.id, parent, comment: text, mentions }
    const comment = await insertComment(tx, actor, written, deps.clock())
    const about = { verb: 'commented' as const, comment: { id: comment.id, text } }
    await recordComment(deps, tx, actor, subject, about)
    await notifyMentioned(deps, tx, actor, subject, comment)
    return comment
  })
}
