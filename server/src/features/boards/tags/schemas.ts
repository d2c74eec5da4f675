import { type Static, Type } from 'typebox'
import { PageQuery } from '../../../http/pagination.ts'
import { named } from '../../../http/schemas.ts'
import { Color, IntegerId } from '../common-schemas.ts'

export const TagName = Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' })

export const Tag = named(
  'Tag',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    color: Type.String(),
  }),
)

export type Tag = Static<typeof Tag>

export const CreateTagBody = Type.Object({ name: TagName, color: Type.Optional(Color) })
export const UpdateTagBody = Type.Partial(CreateTagBody)

export type UpdateTagBody = Static<typeof UpdateTagBody>

export const TagParams = Type.Object({ tag_id: IntegerId })

export const TagListQuery = Type.Interface([PageQuery], {
  search: Type.Optional(Type.String({ maxLength: 50, description: 'Part of the name.' })),
})
