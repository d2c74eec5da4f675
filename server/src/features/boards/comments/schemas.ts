import { type Static, Type } from 'typebox'
import { PageQuery } from '../../../http/pagination.ts'
import { named, Time } from '../../../http/schemas.ts'
import { IntegerId, Reference } from '../common-schemas.ts'

const ContentType = Type.Enum(['task', 'project'], {
  description: 'Type of the commented object.',
})

export type ContentType = Static<typeof ContentType>

const ObjectPk = Type.String({
  ...Reference,
  description: 'The id of the task, or its slug; the id of the project.',
})

const Text = Type.String({
  minLength: 1,
  maxLength: 10_000,
  pattern: '\\S',
  description: 'Markdown. `@[Mia Wong](user:12)` mentions member 12 and notifies them.',
})

export const Comment = named(
  'Comment',
  Type.Object({
    id: Type.Integer(),
    content_type: ContentType,
    object_pk: Type.String({ description: 'The id of the task or project.' }),
    parent: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The comment that it replies to.',
    }),
    comment: Type.String({ description: 'Empty if it was deleted but has replies.' }),
    author: Type.Object({ id: Type.Integer(), name: Type.String(), kind: Type.String() }),
    mentions: Type.Array(Type.Integer(), { description: 'Ids of the notified members.' }),
    is_deleted: Type.Boolean(),
    created_at: Time,
    updated_at: Time,
  }),
)

export type Comment = Static<typeof Comment>

export const CreateCommentBody = Type.Object({
  content_type: ContentType,
  object_pk: ObjectPk,
  comment: Text,
  parent: Type.Optional(Type.Union([IntegerId, Type.Null()])),
})

export type CreateCommentBody = Static<typeof CreateCommentBody>

export const UpdateCommentBody = Type.Object({ comment: Text })

export const CommentListQuery = Type.Interface(
  [PageQuery],
  {
    content_type: Type.Optional(ContentType),
    object_pk: Type.Optional(
      Type.String({ ...ObjectPk, description: 'Of a task, unless `content_type` is `project`.' }),
    ),
    parent: Type.Optional(
      Type.Integer({ ...IntegerId, description: 'Only replies to this comment.' }),
    ),
  },
  { additionalProperties: false },
)

export type CommentListQuery = Static<typeof CommentListQuery>
