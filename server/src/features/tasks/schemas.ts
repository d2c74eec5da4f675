import { type Static, Type } from 'typebox'
import { PageQuery } from '../../http/pagination.ts'
import { named, Time } from '../../http/schemas.ts'

const taskStatuses = ['PENDING', 'STARTED', 'PROGRESS', 'RETRY', 'SUCCESS', 'FAILURE'] as const

const taskStates = [...taskStatuses, 'REVOKED'] as const

export type TaskState = (typeof taskStates)[number]

export const TaskStatus = named(
  'TaskStatus',
  Type.Enum([...taskStatuses], { description: 'SUCCESS and FAILURE are final.' }),
)

const FreeObject = Type.Object({}, { additionalProperties: true })

export const Task = named(
  'Task',
  Type.Object({
    task_id: Type.String({ format: 'uuid' }),
    kind: Type.String({ description: 'The kind of work, such as remove-background.' }),
    status: TaskStatus,
    state: Type.Enum([...taskStates], {
      description: 'Like `status`, but REVOKED for a cancelled task, whose `status` is FAILURE.',
    }),
    info: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'On SUCCESS the result, on FAILURE the errors, before that percent and stage.',
    }),
    result: Type.Optional(FreeObject),
    error: Type.Optional(
      Type.String({ description: 'On FAILURE: what went wrong, in a sentence.' }),
    ),
    progress: Type.Object({
      percent: Type.Integer({ minimum: 0, maximum: 100 }),
      stage: Type.Union([Type.String(), Type.Null()]),
    }),
    created_at: Time,
    started_at: Type.Union([Time, Type.Null()]),
    finished_at: Type.Union([Time, Type.Null()]),
    attempts: Type.Integer(),
    queue_position: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Position in the queue, from 1; null once it runs.',
    }),
  }),
)

export type Task = Static<typeof Task>

export const TaskIdParams = Type.Object({ task_id: Type.String({ format: 'uuid' }) })

export const TaskListQuery = Type.Interface([PageQuery], {
  status: Type.Optional(
    Type.Enum([...taskStates], {
      description:
        'Only tasks with this status. FAILURE includes cancelled tasks, REVOKED is only those.',
    }),
  ),
  kind: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Only this kind of work, such as remove-background.',
    }),
  ),
})

export type TaskListQuery = Static<typeof TaskListQuery>

export const TaskProgress = named(
  'TaskProgress',
  Type.Object({
    status: Type.Enum(['pending', 'processing', 'success', 'failed']),
    info: Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true }),
  }),
)

/** The response to every submission. */
export const Submitted = named(
  'SubmittedTask',
  Type.Object({ task_id: Type.String({ format: 'uuid' }) }),
)

/** Options of every tool that produces a file, in addition to its own fields. */
export const toolOptions = {
  storage: Type.Optional(
    Type.Enum(['asset', 'transient'], {
      default: 'asset',
      description: 'Keep the result as an asset, or for a day only.',
    }),
  ),
  webhook_url: Type.Optional(
    Type.String({ maxLength: 2000, description: 'Receives a signed request when the task ends.' }),
  ),
}
