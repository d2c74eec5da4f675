import { type Static, Type } from 'typebox'
import { PageQuery } from '../../http/pagination.ts'
import { named, Time } from '../../http/schemas.ts'
import { slugPattern } from '../../lib/slug.ts'
import {
  Description,
  Expand,
  FreeObject,
  IntegerId,
  idOrRecord,
  nullable,
  Person,
  PersonOrId,
  Reference,
  Title,
  Uuid,
} from './common-schemas.ts'
import type { Status } from './statuses/schemas.ts'

export const Access = named(
  'BoardAccess',
  Type.Unsafe<0 | 1 | 2>({
    type: 'integer',
    enum: [0, 1, 2],
    'x-enum-varnames': ['private', 'protected', 'public'],
    description:
      '0 private: only members and administrators. 1 protected: everyone can read, members can write. 2 public.',
  }),
)

export const Board = named(
  'Board',
  Type.Object({
    id: Uuid,
    slug: Type.String(),
    title: Type.String(),
    description: Type.String(),
    access: Access,
    primary_type: Type.Literal('PM'),
    extra: FreeObject,
    space_id: nullable(Type.Integer({ description: 'The teamspace that it belongs to.' })),
    statuses: Type.Array(idOrRecord<string | Status>('string'), {
      description: 'Ids of the columns from left to right, or the columns if expanded.',
    }),
    creator: PersonOrId,
    modifier: PersonOrId,
    tasks_count: Type.Integer(),
    created_at: Time,
    updated_at: Time,
  }),
)

export type Board = Static<typeof Board>

const Slug = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: slugPattern,
  description:
    'Also the prefix of its tasks’ slugs: `launch` has LAUNCH-1, LAUNCH-2 … A board that not everyone can see gets a random suffix, `launch-3f9a1c`; people who can see it can also use `launch`.',
})

export const CreateBoardBody = Type.Object({
  title: Title,
  slug: Type.Optional(Slug),
  description: Type.Optional(Description),
  access: Type.Optional(Access),
  extra: Type.Optional(FreeObject),
  space_id: Type.Optional(
    Type.Union([IntegerId, Type.Null()], {
      description: 'The teamspace that it belongs to; null for the whole workspace.',
    }),
  ),
})

export type CreateBoardBody = Static<typeof CreateBoardBody>

export const UpdateBoardBody = Type.Partial(CreateBoardBody)

export type UpdateBoardBody = Static<typeof UpdateBoardBody>

const HowToClone = Type.Object({
  title: Type.Optional(Title),
  slug: Type.Optional(Slug),
  with_tasks: Type.Optional(
    Type.Boolean({ default: false, description: 'Also copies the tasks, at most 1,000.' }),
  ),
})

/** The body is optional. */
export const CloneBoardBody = nullable(HowToClone)

export type CloneBoardOptions = Static<typeof HowToClone>

export const BoardParams = Type.Object({ board_id: Reference })
export const BoardQuery = Type.Object({ expand: Expand })

export const BoardListQuery = Type.Interface(
  [PageQuery],
  {
    expand: Expand,
    search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the title.' })),
    access: Type.Optional(Access),
  },
  { additionalProperties: false },
)

export type BoardListQuery = Static<typeof BoardListQuery>

export const BoardMember = named('BoardMember', Type.Interface([Person], { added_at: Time }))

export type BoardMember = Static<typeof BoardMember>

export const AddBoardMemberBody = Type.Object({ user_id: IntegerId })
export const BoardMemberParams = Type.Object({ board_id: Reference, user_id: IntegerId })
