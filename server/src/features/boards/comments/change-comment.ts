import { type Actor, isAdministrator, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Needs } from '../tasks/change-task.ts'
import { chooseMentions, notifyMentioned } from './mentions.ts'
import { type CommentRow, commentById, markCommentDeleted, saveComment } from './queries.ts'
import type { Comment } from './schemas.ts'
import { lockSubject, mayKnow, recordComment, type Subject } from './subject.ts'

/** Edits the actor's own comment. Newly mentioned people are notified. */
export async function updateComment(
  deps: Needs,
  actor: Actor,
  id: number,
  text: string,
): Promise<Comment> {
  requirePermission(actor, 'boards:write', 'projects:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const { subject, comment: before } = await lockComment(tx, actor, id)
    if (before.author_id !== actor.userId) throw problem('comment_not_yours')
    if (before.comment === text) return before
    const mentions = await chooseMentions(tx, actor, subject, text)
    const after = { ...before, comment: text, mentions, updated_at: deps.clock() }
    await saveComment(tx, actor.workspaceId, after)
    const change = { field: 'comment', old: before.comment, new: text }
    const about = { verb: 'comment_edited' as const, comment: { id, text }, beside: [change] }
    await recordComment(deps, tx, actor, subject, about)
    const added = mentions.filter((one) => !before.mentions.includes(one))
    await notifyMentioned(deps, tx, actor, subject, { id, comment: text, mentions: added })
    return after
  })
}

/** Deletes the actor's own comment; administrators may delete anyone's. */
export async function deleteComment(deps: Needs, actor: Actor, id: number): Promise<null> {
  requirePermission(actor, 'boards:write', 'projects:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const { subject, comment } = await lockComment(tx, actor, id)
    const isOwn = comment.author_id === actor.userId
    if (!isOwn && !isAdministrator(actor)) throw problem('comment_not_yours')
    await markCommentDeleted(tx, actor.workspaceId, id, deps.clock())
    const { comment: text } = comment
    const beside = [{ field: 'comment', old: text, new: null }]
    const about = { verb: 'comment_deleted' as const, comment: { id, text }, beside }
    await recordComment(deps, tx, actor, subject, about)
    return null
  })
}

/** The comment and its task or project; locking the latter protects both. */
async function lockComment(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ subject: Subject; comment: CommentRow }> {
  const found = await commentById(tx, actor.workspaceId, id)
  if (!found || !mayKnow(actor, found.content_type)) throw problem('comment_not_found')
  const subject = await lockSubject(tx, actor, found).catch((error) => {
    throw hidden.has(error.code) ? problem('comment_not_found') : error
  })
  const comment = await commentById(tx, actor.workspaceId, id)
  if (!comment) throw problem('comment_not_found')
  return { subject, comment }
}

/** A comment on a record that the actor cannot see does not exist to them. */
const hidden = new Set(['pm_task_not_found', 'project_not_found'])
