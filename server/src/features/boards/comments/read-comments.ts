import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { visibleBoards } from '../access.ts'
import { findTask, requireTask } from '../tasks/access.ts'
import { commentById, comments } from './queries.ts'
import type { Comment, CommentListQuery } from './schemas.ts'

type Needs = Pick<Deps, 'db'>

/** Oldest first, for one task or for all tasks that the actor sees. */
export async function listComments({ db }: Needs, actor: Actor, query: CommentListQuery) {
  requirePermission(actor, 'boards:read')
  const sql = db.workspace(actor.workspaceId)
  const task =
    query.object_pk === undefined
      ? undefined
      : await requireTask(sql, actor, query.object_pk, 'read')
  const narrowed = task ? { ...query, taskId: task.id } : query
  return comments(sql, actor.workspaceId, visibleBoards(sql, actor), narrowed)
}

export async function getComment({ db }: Needs, actor: Actor, id: number): Promise<Comment> {
  requirePermission(actor, 'boards:read')
  const sql = db.workspace(actor.workspaceId)
  const comment = await commentById(sql, actor.workspaceId, id)
  if (!comment) throw problem('comment_not_found')
  if (!(await findTask(sql, actor, comment.object_pk))) throw problem('comment_not_found')
  return comment
}
