import { type Static, Type } from 'typebox'
import { PageQuery } from '../../../http/pagination.ts'
import { Nullable, named, Time } from '../../../http/schemas.ts'
import { maxTimeLength } from '../../../lib/times.ts'
import { WorkflowParams } from '../schemas.ts'

export const runStatuses = [
  'RUNNING',
  'PAUSED',
  'COMPLETED',
  'FAILED',
  'TERMINATED',
  'TIMED_OUT',
] as const

export type RunStatus = (typeof runStatuses)[number]

const freeObject = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { description })

export const StartBody = Type.Object({
  input: Type.Optional(freeObject('Must match the inputs of the workflow.')),
  source: Type.Optional(
    Type.String({ maxLength: 200, description: 'Where it was started from, shown to people.' }),
  ),
  idempotency_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Starting again with the same key returns the first run.',
    }),
  ),
  start_at: Type.Optional(
    Type.String({
      format: 'date-time',
      maxLength: maxTimeLength,
      description: 'When the run starts, at most a year ahead. Default: now.',
    }),
  ),
})

export type StartBody = Static<typeof StartBody>

export const StartReply = named(
  'StartWorkflowReply',
  Type.Object({
    correlation_id: Type.String(),
    workflow_id: Type.String({ format: 'uuid', description: 'The id of the run, as `run_id`.' }),
    run_id: Type.String({ format: 'uuid' }),
  }),
)

const epoch = (description: string) => Type.Integer({ description: `${description}, epoch ms` })

const StepError = named(
  'WorkflowStepError',
  Type.Object({
    code: Type.String(),
    message: Type.String(),
    step: Type.String({ description: 'The path of the step that failed.' }),
  }),
)

export const stepStatuses = [
  ...['pending', 'running', 'waiting', 'retrying'],
  ...['completed', 'failed', 'cancelled', 'skipped'],
] as const

const RunStep = Type.Object({
  path: Type.String({ description: '`cut`, or `each[3].cut` inside a loop.' }),
  id: Type.String(),
  type: Type.String(),
  status: Type.Enum([...stepStatuses]),
  attempts: Type.Integer(),
  waits_for: Nullable(
    Type.Object({
      type: Type.String({ description: 'task, transcription, video, question or run' }),
      id: Type.String(),
    }),
  ),
  next_at: Nullable(Time),
  error: Nullable(StepError),
  started_at: Nullable(Time),
  ended_at: Nullable(Time),
})

export type RunStep = Static<typeof RunStep>

export const RunStepWithData = named(
  'WorkflowRunStep',
  Type.Interface([RunStep], {
    input: Nullable(Type.Unknown({ description: 'Its fields, with every expression evaluated.' })),
    output: Type.Unknown(),
  }),
)

const facts = {
  create_time: epoch('When it was accepted'),
  update_time: epoch('When it last changed'),
  start_time: epoch('When it started'),
  end_time: epoch('When it ended, or 0'),
  status: Type.Enum([...runStatuses]),
  workflow_id: Type.String({ format: 'uuid', description: 'The id of the run, as `run_id`.' }),
  run_id: Type.String({ format: 'uuid' }),
  definition_id: Type.String({ format: 'uuid' }),
  version: Type.Integer({ description: 'The version of the definition that it runs.' }),
  correlation_id: Type.String(),
  source: Nullable(Type.String()),
  reason: Nullable(Type.String({ description: 'Why it is paused or did not succeed.' })),
}

export const RunSummary = named('WorkflowRun', Type.Object(facts))

export const RunState = named(
  'WorkflowRunStatus',
  Type.Object({
    ...facts,
    status: Type.Enum([...runStatuses, 'CANCELLED'], {
      description: 'CANCELLED only with `states=basic`.',
    }),
    input: freeObject('The input it was started with.'),
    output: freeObject('Its output; `error` explains FAILED, TERMINATED and TIMED_OUT.'),
    parent_run_id: Nullable(Type.String({ format: 'uuid' })),
    started_by: Type.Object({ id: Type.Integer(), name: Type.String(), kind: Type.String() }),
    deadline_at: Time,
    steps: Type.Array(RunStep),
  }),
)

export type RunState = Static<typeof RunState>

export const RunParams = Type.Interface([WorkflowParams], {
  run_id: Type.String({ format: 'uuid' }),
})

export const RunStatusQuery = Type.Object({
  states: Type.Optional(
    Type.Enum(['all', 'basic'], {
      default: 'all',
      description:
        '`basic` uses only RUNNING, COMPLETED, FAILED and CANCELLED, for existing clients: PAUSED becomes RUNNING, TERMINATED becomes CANCELLED, and TIMED_OUT becomes FAILED.',
    }),
  ),
})

export const RunListQuery = Type.Interface([PageQuery], {
  status: Type.Optional(
    Type.Enum([...runStatuses], { description: 'Only runs with this status.' }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The start of its id, or part of its correlation id or its workflow’s title.',
    }),
  ),
})

export type RunListQuery = Static<typeof RunListQuery>

export const ReasonBody = Type.Object({
  reason: Type.Optional(Type.String({ maxLength: 1000 })),
})

export const ApproveBody = Type.Object({
  task_reference_name: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The id or path of the `ask` step.',
  }),
  status: Type.Enum(['approved', 'rejected', 'COMPLETED', 'FAILED'], {
    default: 'approved',
    description: '`COMPLETED` means approved, `FAILED` means rejected.',
  }),
  comment: Type.Optional(Type.String({ maxLength: 10_000 })),
})

export type ApproveBody = Static<typeof ApproveBody>
