import { Type } from 'typebox'
import { listOperation } from '../../../http/list-operation.ts'
import { operation } from '../../../http/operation.ts'
import { IntegerIdParams } from '../../../http/schemas.ts'
import { deleteComment, updateComment } from './change-comment.ts'
import { createComment } from './create-comment.ts'
import { getComment, listComments } from './read-comments.ts'
import { Comment, CommentListQuery, CreateCommentBody, UpdateCommentBody } from './schemas.ts'

const tag = 'Comments'
const base = '/api/v1/comments'
const taskId = 'c3d8e1f4-5a66-4b90-9c1d-2f3e4a5b6c03'

const exampleComment = {
  id: 31,
  content_type: 'task',
  object_pk: taskId,
  parent: null,
  comment: 'Looks good. @[Mia Wong](user:1), may I send it?',
  author: { id: 2, name: 'Launch agent', kind: 'agent' },
  mentions: [1],
  is_deleted: false,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
}

export function commentRoutes() {
  return [
    listOperation({
      id: 'listComments',
      path: base,
      tag,
      summary: 'List comments, oldest first',
      description:
        'Use `content_type` and `object_pk` to list those on one task or project. Comments on tasks need `boards:read`, comments on projects need `projects:read`.',
      permission: 'boards:read',
      orPermission: 'projects:read',
      query: CommentListQuery,
      entry: Comment,
      problems: ['pm_task_not_found', 'project_not_found'],
      example: { query: { content_type: 'task', object_pk: taskId }, entry: exampleComment },
      list: (deps, { actor, query }) => listComments(deps, actor, query),
    }),
    operation({
      id: 'createComment',
      method: 'POST',
      path: base,
      tag,
      summary: 'Comment on a task or project',
      description:
        '`@[Name](user:12)` mentions a member and notifies them if they can see the task or project. `parent` replies to another comment. A comment on a task needs `boards:write`. A comment on a project needs `projects:read`, and `projects:write` or `boards:write`.',
      permission: 'boards:write',
      orPermission: 'projects:write',
      body: CreateCommentBody,
      status: 201,
      reply: Comment,
      problems: ['pm_task_not_found', 'project_not_found', 'board_read_only'],
      example: {
        body: { content_type: 'task', object_pk: 'LAUNCH-12', comment: exampleComment.comment },
        reply: exampleComment,
      },
      handle: (deps, { actor, body }) => createComment(deps, actor, body),
    }),
    operation({
      id: 'getComment',
      method: 'GET',
      path: `${base}/{id}`,
      tag,
      summary: 'Read a comment',
      permission: 'boards:read',
      orPermission: 'projects:read',
      params: IntegerIdParams,
      status: 200,
      reply: Comment,
      etag: true,
      notFound: 'comment_not_found',
      example: { params: { id: 31 }, reply: exampleComment },
      handle: (deps, { actor, params }) => getComment(deps, actor, params.id),
    }),
    operation({
      id: 'updateComment',
      method: 'PATCH',
      path: `${base}/{id}`,
      tag,
      summary: 'Change your own comment',
      permission: 'boards:write',
      orPermission: 'projects:write',
      params: IntegerIdParams,
      body: UpdateCommentBody,
      status: 200,
      reply: Comment,
      notFound: 'comment_not_found',
      problems: ['comment_not_yours', 'board_read_only'],
      example: {
        params: { id: 31 },
        body: { comment: exampleComment.comment },
        reply: exampleComment,
      },
      handle: (deps, { actor, params, body }) =>
        updateComment(deps, actor, params.id, body.comment),
    }),
    operation({
      id: 'deleteComment',
      method: 'DELETE',
      path: `${base}/{id}`,
      tag,
      summary: 'Delete a comment',
      description:
        'You can delete your own comments; administrators can delete any. The activity still shows it.',
      permission: 'boards:write',
      orPermission: 'projects:write',
      params: IntegerIdParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'comment_not_found',
      problems: ['comment_not_yours', 'board_read_only'],
      example: { params: { id: 31 } },
      handle: (deps, { actor, params }) => deleteComment(deps, actor, params.id),
    }),
  ]
}
