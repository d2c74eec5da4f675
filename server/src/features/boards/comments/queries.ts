import { readPage } from '../../../http/pagination.ts'
import type { Actor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Part, Sql } from '../../../platform/postgres/sql.ts'
import type { Comment, CommentListQuery } from './schemas.ts'

export interface CommentRow extends Comment {
  author_id: number | null
}

const columns = (sql: Sql) => sql.part`c.id, c.content_type, c.object_pk, c.parent_id as parent,
  case when c.deleted_at is null then c.comment else '' end as comment, c.author, c.author_id,
  c.mentions, c.deleted_at is not null as is_deleted, c.created_at, c.updated_at`

interface CommentFilter extends Omit<CommentListQuery, 'object_pk'> {
  /** The id of the task or project. */
  subjectId?: string
  /** The boards `b` that the reader sees. */
  boards: Part
  /** Whether comment `c` is on a project that the reader sees. */
  isOnProject: Part
}

/** Oldest first. A deleted comment with replies stays in the list without its text. */
export async function comments(
  sql: Sql,
  workspaceId: number,
  { content_type, subjectId, parent, boards, isOnProject, ...page }: CommentFilter,
): Promise<{ count: number; results: CommentRow[] }> {
  // The ids of projects are not all UUIDs, and a condition beside a cast does not guard it.
  const isOnTask = sql.part`exists (
    select from pm_tasks t join pm_boards b on b.id = t.board_id
    where t.id = case when c.content_type = 'task' then c.object_pk::uuid end
      and t.deleted_at is null and ${boards})`
  const about = { task: isOnTask, project: isOnProject }
  const from = sql.part`from comments c
    where c.workspace_id = ${workspaceId}
      and ${content_type ? about[content_type] : sql.part`(${isOnTask} or ${isOnProject})`}
      and (c.deleted_at is null or exists (
        select from comments a where a.parent_id = c.id and a.deleted_at is null))
      ${subjectId ? sql.part`and c.object_pk = ${subjectId}` : sql.part``}
      ${parent ? sql.part`and c.parent_id = ${parent}` : sql.part``}`
  return readPage<CommentRow>(sql, page, { columns: columns(sql), from, order: sql.part`c.id` })
}

export async function commentById(
  sql: Sql,
  workspaceId: number,
  id: number,
): Promise<CommentRow | undefined> {
  const [comment] = await sql<CommentRow>`
    select ${columns(sql)} from comments c
    where c.workspace_id = ${workspaceId} and c.id = ${id} and c.deleted_at is null`
  return comment
}

type NewComment = Pick<Comment, 'content_type' | 'object_pk' | 'parent' | 'comment' | 'mentions'>

export async function insertComment(
  tx: Tx,
  actor: Actor,
  { content_type, object_pk, parent, comment, mentions }: NewComment,
  at: Date,
): Promise<CommentRow> {
  const { kind, userId, name, via } = actor
  const [row] = await tx<CommentRow>`
    insert into comments as c (workspace_id, content_type, object_pk, parent_id, author_id, author,
      comment, mentions, created_at, updated_at)
    values (${actor.workspaceId}, ${content_type}, ${object_pk}, ${parent},
      ${userId || null}, ${tx.json({ id: userId, name, kind, via })}, ${comment}, ${mentions}::int[], ${at}, ${at})
    returning ${columns(tx)}`
  return row as CommentRow
}

export async function saveComment(
  tx: Tx,
  workspaceId: number,
  { id, comment, mentions, updated_at }: Comment,
): Promise<void> {
  await tx`update comments set comment = ${comment}, mentions = ${mentions}::int[],
    updated_at = ${updated_at} where workspace_id = ${workspaceId} and id = ${id}`
}

export async function markCommentDeleted(tx: Tx, workspaceId: number, id: number, at: Date) {
  await tx`update comments set deleted_at = ${at}, updated_at = ${at}
    where workspace_id = ${workspaceId} and id = ${id}`
}
