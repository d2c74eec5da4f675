import { type Static, Type } from 'typebox'
import { named } from '../../../http/schemas.ts'
import { Reference, Uuid } from '../common-schemas.ts'
import { TaskBrief } from '../tasks/schemas.ts'

export const relations = ['BLOCKS', 'RELATES_TO', 'DUPLICATES'] as const

const Relation = named('DependencyRelation', Type.Enum([...relations]))

export type Relation = (typeof relations)[number]

export const AddDependencyBody = Type.Object({
  target_task_id: Reference,
  relation_type: Relation,
})

export type AddDependencyBody = Static<typeof AddDependencyBody>

export const RemoveDependencyBody = Type.Object({
  target_task_id: Reference,
  relation_type: Type.Optional(
    Type.Enum([...relations], { description: 'If omitted, every link between the two.' }),
  ),
})

export type RemoveDependencyBody = Static<typeof RemoveDependencyBody>

const RelatedTask = Type.Interface([TaskBrief], {
  relation_type: Type.Enum(['RELATES_TO', 'DUPLICATES', 'DUPLICATED_BY']),
})

export const Dependencies = named(
  'Dependencies',
  Type.Object({
    blocks: Type.Array(TaskBrief),
    blocked_by: Type.Array(TaskBrief),
    related: Type.Array(RelatedTask),
    is_blocked: Type.Boolean({ description: 'Whether an incomplete task blocks it.' }),
  }),
)

export type Dependencies = Static<typeof Dependencies>

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
