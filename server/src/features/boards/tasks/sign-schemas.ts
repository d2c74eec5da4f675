import { type Static, Type } from 'typebox'
import { named } from '../../../http/schemas.ts'
import { Uuid } from '../common-schemas.ts'

export const TaskSigns = named(
  'TaskSigns',
  Type.Object({
    task: Uuid,
    comments_count: Type.Integer(),
    open_blockers: Type.Integer({
      description: 'Incomplete tasks that block it, also those on boards that you cannot see.',
    }),
  }),
)

export type TaskSigns = Static<typeof TaskSigns>
