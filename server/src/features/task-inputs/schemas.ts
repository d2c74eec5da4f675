import { type Static, Type } from 'typebox'
import { named } from '../../http/schemas.ts'

const LeftOut = Type.Object({
  field: Type.String(),
  reason: Type.Enum(['data_url', 'shortened', 'secret'], {
    description:
      '`data_url`: the file was part of the request. `shortened`: a URL, shown without user, query and fragment. `secret`: not shown.',
  }),
  content_type: Type.Optional(Type.String({ description: 'The media type of a data: URL.' })),
  length: Type.Optional(Type.Integer({ description: 'The length of a data: URL in characters.' })),
})

export type LeftOut = Static<typeof LeftOut>

export const TaskInput = named(
  'TaskInput',
  Type.Object({
    task_id: Type.String({ format: 'uuid' }),
    tool: Type.String({ description: 'The kind of the task, such as remove-background.' }),
    input: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The fields of the request. A link to an asset is shown as the id of the asset.',
    }),
    left_out: Type.Array(LeftOut, { description: 'Fields that are not shown, or not in full.' }),
  }),
)

export type TaskInput = Static<typeof TaskInput>
