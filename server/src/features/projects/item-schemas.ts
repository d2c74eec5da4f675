import { type Static, Type } from 'typebox'
import { PageQuery } from '../../http/pagination.ts'
import { Day, named, Time } from '../../http/schemas.ts'
import { Data, ExactData, ProjectParams } from './schemas.ts'

/** Smaller than for a project because lists include it. */
export const maxItemDataBytes = 64 * 1024

const nullable = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(
  type: T,
) => Type.Union([type, Type.Null()])

/** Fields that a caller may set. */
const settable = {
  title: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
  description: Type.String({ maxLength: 20_000 }),
  primary_type: Type.String({ maxLength: 100 }),
  start_date: nullable(Day),
  due_date: nullable(Day),
  status: Type.String({ maxLength: 100, description: 'Free-form.' }),
  priority: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  order: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'Position among the items. By default, a new item is the last.',
  }),
}

export const ProjectItem = named(
  'ProjectItem',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    ...settable,
    data: ExactData,
    creator: Type.Union([Type.Integer(), Type.Null()]),
    modifier: Type.Union([Type.Integer(), Type.Null()]),
    created_at: Time,
    updated_at: Time,
  }),
)

export type ProjectItem = Static<typeof ProjectItem>

const { title, ...others } = settable

export const CreateItemBody = Type.Interface([Type.Partial(Type.Object(others))], {
  title,
  data: Type.Optional(Data),
})

export type CreateItemBody = Static<typeof CreateItemBody>

export const UpdateItemBody = Type.Partial(Type.Object({ ...settable, data: Data }))

export type UpdateItemBody = Static<typeof UpdateItemBody>

export const ItemParams = Type.Interface([ProjectParams], {
  item_id: Type.String({ format: 'uuid' }),
})

export const ItemListQuery = Type.Interface([PageQuery], {
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the title or description.' }),
  ),
  status: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only items with this status.' }),
  ),
  primary_type: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only items of this category.' }),
  ),
})

export type ItemListQuery = Static<typeof ItemListQuery>

export const ItemIds = Type.Object({
  ids: Type.Array(Type.String({ format: 'uuid' }), { maxItems: 10_000 }),
})
