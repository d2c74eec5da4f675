import { type Static, Type } from 'typebox'
import { PageQuery } from '../../../http/pagination.ts'
import { named, Time } from '../../../http/schemas.ts'
import { nullable } from '../common-schemas.ts'
import { taskVerbs } from './verbs.ts'

const AnyJson = Type.Unsafe<unknown>({})

export const Change = named(
  'FieldChange',
  Type.Object({
    field: Type.String(),
    old: AnyJson,
    new: AnyJson,
    old_display: nullable(Type.String()),
    new_display: nullable(Type.String()),
  }),
)

export type Change = Static<typeof Change>

export const ActivityEntry = named(
  'TaskActivity',
  Type.Object({
    id: Type.Integer(),
    seq: Type.Integer({
      description: 'Position in the history of the task, from 1, without gaps.',
    }),
    verb: Type.Enum([...taskVerbs]),
    actor: Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      kind: Type.Enum(['user', 'agent', 'system']),
      via: Type.String(),
    }),
    object: Type.Object({ type: Type.String(), id: Type.Union([Type.Integer(), Type.String()]) }),
    timestamp: Time,
    changes: Type.Array(Change),
    comment: nullable(Type.String()),
    request_id: nullable(Type.String()),
  }),
)

export type ActivityEntry = Static<typeof ActivityEntry>

export const ActivityQuery = Type.Interface([PageQuery], {
  as_of: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'Excludes entries after this `seq`. The links of a page include it.',
    }),
  ),
})

export type ActivityQuery = Static<typeof ActivityQuery>
