import { resource } from '../../../http/resource.ts'
import { IntegerIdParams } from '../../../http/schemas.ts'
import { deleteComment, updateComment } from './change-comment.ts'
import { createComment } from './create-comment.ts'
import { getComment, listComments } from './read-comments.ts'
import { Comment, CommentListQuery, CreateCommentBody, UpdateCommentBody } from './schemas.ts'

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

const comments = resource({
  tag: 'Comments',
  path: '/api/v1/comments',
  read: 'boards:read',
  write: 'boards:write',
  params: IntegerIdParams,
  notFound: 'comment_not_found',
  record: Comment,
  example: { params: { id: 31 }, record: exampleComment },
})

export function commentRoutes() {
  return [
    comments.list('', {
      id: 'listComments',
      summary: 'List comments, oldest first',
      description:
        'Use `content_type` and `object_pk` to list those on one task or project. Comments on tasks need `boards:read`, comments on projects need `projects:read`.',
      orPermission: 'projects:read',
      query: CommentListQuery,
      problems: ['pm_task_not_found', 'project_not_found'],
      example: { query: { content_type: 'task', object_pk: taskId } },
      list: (deps, { actor, query }) => listComments(deps, actor, query),
    }),
    comments.create('', {
      id: 'createComment',
      summary: 'Comment on a task or project',
      description:
        '`@[Name](user:12)` mentions a member and notifies them if they can see the task or project. `parent` replies to another comment. A comment on a task needs `boards:write`. A comment on a project needs `projects:read`, and `projects:write` or `boards:write`.',
      orPermission: 'projects:write',
      body: CreateCommentBody,
      problems: ['pm_task_not_found', 'project_not_found', 'board_read_only'],
      example: {
        body: { content_type: 'task', object_pk: 'LAUNCH-12', comment: exampleComment.comment },
      },
      handle: (deps, { actor, body }) => createComment(deps, actor, body),
    }),
    comments.get('/{id}', {
      id: 'getComment',
      summary: 'Read a comment',
      orPermission: 'projects:read',
      etag: true,
      handle: (deps, { actor, params }) => getComment(deps, actor, params.id),
    }),
    comments.patch('/{id}', {
      id: 'updateComment',
      summary: 'Change your own comment',
      orPermission: 'projects:write',
      body: UpdateCommentBody,
      problems: ['comment_not_yours', 'board_read_only'],
      example: { body: { comment: exampleComment.comment } },
      handle: (deps, { actor, params, body }) =>
        updateComment(deps, actor, params.id, body.comment),
    }),
    comments.delete('/{id}', {
      id: 'deleteComment',
      summary: 'Delete a comment',
      description:
        'You can delete your own comments; administrators can delete any. The activity still shows it.',
      orPermission: 'projects:write',
      problems: ['comment_not_yours', 'board_read_only'],
      handle: (deps, { actor, params }) => deleteComment(deps, actor, params.id),
    }),
  ]
}
