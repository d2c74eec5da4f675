import { readPage } from '../../../http/pages.ts'
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

/** Oldest first. A deleted comment with replies stays in the list without its text. */
export async function comments(
  sql: Sql,
  workspaceId: number,
  visible: Part,
  { taskId, parent, ...page }: CommentListQuery & { taskId?: string },
): Promise<{ count: number; results: CommentRow[] }> {
  const from = sql.part`from comments c
      join pm_tasks t on t.id = c.object_pk::uuid and t.deleted_at is null
      join pm_boards b on b.id = t.board_id
    where c.workspace_id = ${workspaceId} and c.content_type = 'task' and ${visible}
      and (c.deleted_at is null or exists (
        select from comments a where a.parent_id = c.id and a.deleted_at is null))
      ${taskId ? sql.part`and c.object_pk = ${taskId}` : sql.part``}
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

type NewComment = Pick<Comment, 'object_pk' | 'parent' | 'comment' | 'mentions'>

export async function insertComment(
  tx: Tx,
  actor: Actor,
  { object_pk, parent, comment, mentions }: NewComment,
  at: Date,
): Promise<CommentRow> {
  const { kind, userId, name, via } = actor
  const [row] = await tx<CommentRow>`
    insert into comments as c (workspace_id, content_type, object_pk, parent_id, author_id, author,
      comment, mentions, created_at, updated_at)
    values (${actor.workspaceId}, 'task', ${object_pk}, ${parent}, ${userId || null},
      ${tx.json({ id: userId, name, kind, via })}, ${comment}, ${mentions}::int[], ${at}, ${at})
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
