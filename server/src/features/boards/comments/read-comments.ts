import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { isOnVisibleProject } from '../../projects/comment-subject.ts'
import { visibleBoards } from '../access.ts'
import { commentById, comments } from './queries.ts'
import type { Comment, CommentListQuery } from './schemas.ts'
import { findSubject, requireSubject } from './subject.ts'

type Needs = Pick<Deps, 'db'>

/** Oldest first, for one task or project, or for all that the actor sees. */
export async function listComments(
  { db }: Needs,
  actor: Actor,
  { object_pk, ...query }: CommentListQuery,
) {
  requirePermission(actor, 'boards:read', 'projects:read')
  if (query.content_type === 'project') requirePermission(actor, 'projects:read')
  else if (query.content_type === 'task' || object_pk !== undefined)
    requirePermission(actor, 'boards:read')
  const sql = db.workspace(actor.workspaceId)
  const seen = {
    boards: actor.permissions.has('boards:read') ? visibleBoards(sql, actor) : sql.part`false`,
    isOnProject: isOnVisibleProject(sql, actor),
  }
  if (object_pk === undefined) return comments(sql, actor.workspaceId, { ...query, ...seen })
  const { content_type = 'task' } = query
  const { id: subjectId } = await requireSubject(sql, actor, { content_type, object_pk })
  return comments(sql, actor.workspaceId, { ...query, ...seen, content_type, subjectId })
}

export async function getComment({ db }: Needs, actor: Actor, id: number): Promise<Comment> {
  requirePermission(actor, 'boards:read', 'projects:read')
  const sql = db.workspace(actor.workspaceId)
  const comment = await commentById(sql, actor.workspaceId, id)
  if (!comment || !(await findSubject(sql, actor, comment))) throw problem('comment_not_found')
  return comment
}
