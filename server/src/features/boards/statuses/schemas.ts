import { type Static, Type } from 'typebox'
import { named, Time } from '../../../http/schemas.ts'
import { Color, Description, Reference, Uuid } from '../common-schemas.ts'

const Category = named(
  'StatusCategory',
  Type.Enum(['backlog', 'todo', 'in_progress', 'done'], {
    description: 'The meaning of the column. Tasks in a `done` column are complete.',
  }),
)

export const Status = named(
  'Status',
  Type.Object({
    id: Uuid,
    board: Uuid,
    title: Type.String(),
    description: Type.String(),
    color: Type.String(),
    order: Type.Integer({ description: 'From the left, starting at 0.' }),
    category: Category,
    created_at: Time,
    updated_at: Time,
  }),
)

export type Status = Static<typeof Status>

export const CreateStatusBody = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 32, pattern: '\\S' }),
  description: Type.Optional(Description),
  color: Type.Optional(Color),
  order: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1000, description: 'From the left, starting at 0.' }),
  ),
  category: Type.Optional(Category),
})

export type CreateStatusBody = Static<typeof CreateStatusBody>

export const UpdateStatusBody = Type.Partial(CreateStatusBody)

export type UpdateStatusBody = Static<typeof UpdateStatusBody>

export const StatusParams = Type.Object({ board_id: Reference, status_id: Uuid })
export const StatusIdParams = Type.Object({ status_id: Uuid })

export const DeleteStatusQuery = Type.Object({
  move_to: Type.Optional(
    Type.String({ format: 'uuid', description: 'The status that its tasks move to.' }),
  ),
})

export const MoveStatusTasksBody = Type.Object({ target_status_id: Uuid })
export const MoveStatusTasksReply = named(
  'MoveStatusTasksReply',
  Type.Object({
    moved: Type.Integer({ description: 'Number of tasks moved.' }),
  }),
)
