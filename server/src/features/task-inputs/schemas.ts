import { type Static, Type } from 'typebox'
import { named } from '../../http/schemas.ts'

const LeftOut = Type.Object({
  field: Type.String(),
  reason: Type.Enum(['data_url', 'shortened', 'secret'], {
    description:
      '`data_url`: the file itself was in the request. `shortened`: an address, told without user, query and fragment. `secret`: not told.',
  }),
  content_type: Type.Optional(
    Type.String({ description: 'Of a data: URL: what it says it holds.' }),
  ),
  length: Type.Optional(Type.Integer({ description: 'Of a data: URL: its characters.' })),
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
      description:
        'The fields that it was given. A link to an asset is shown as the id of the asset.',
    }),
    left_out: Type.Array(LeftOut, { description: 'Fields that are not shown as they were given.' }),
  }),
)

export type TaskInput = Static<typeof TaskInput>
