import { type Static, Type } from 'typebox'
import { Nullable, named } from '../../../http/schemas.ts'
import { stepStatuses } from '../runs/schemas.ts'

const byStep = (description: string) =>
  Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description }))

export const effectKinds = [
  'notification',
  'mail',
  'chat',
  'http',
  'write',
  'task',
  'post',
] as const

export const RehearseBody = Type.Object({
  input: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Must match the inputs of the workflow.',
    }),
  ),
  answers: byStep(
    'Answers to questions, by step id or path. Without one, approvals are approved, choices take the first option, and texts get an example.',
  ),
  outputs: byStep(
    'Outputs of external requests, media work and awaited events, by step id or path. Without one, an example is used.',
  ),
})

export type RehearseBody = Static<typeof RehearseBody>

const Effect = named(
  'RehearsalEffect',
  Type.Object({
    kind: Type.Enum([...effectKinds]),
    summary: Type.String({ description: 'A sentence for people.' }),
    details: Type.Record(Type.String(), Type.Unknown()),
  }),
)

export type Effect = Static<typeof Effect>

const RehearsedStep = named(
  'RehearsedStep',
  Type.Object({
    path: Type.String({ description: 'Steps of another workflow follow the path of their step.' }),
    type: Type.String(),
    title: Type.String(),
    status: Type.Enum([...stepStatuses]),
    would: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What the step would do. `assumed` means that an example stands for the result.',
    }),
    output: Type.Unknown(),
    error: Nullable(
      Type.Object({ code: Type.String(), message: Type.String(), step: Type.String() }),
    ),
    duration_ms: Type.Integer({ description: 'Including the time that it would wait.' }),
  }),
)

export type RehearsedStep = Static<typeof RehearsedStep>

export const Rehearsal = named(
  'Rehearsal',
  Type.Object({
    status: Type.Enum(['COMPLETED', 'FAILED', 'TIMED_OUT', 'TERMINATED']),
    output: Type.Record(Type.String(), Type.Unknown()),
    steps: Type.Array(RehearsedStep),
    effects: Type.Array(Effect),
  }),
)

export type Rehearsal = Static<typeof Rehearsal>
