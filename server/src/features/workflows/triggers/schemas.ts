import { type Static, Type } from 'typebox'
import { PageQuery } from '../../../http/pagination.ts'
import { Nullable, named, Time, TimeZone } from '../../../http/schemas.ts'
import { maxTimeLength } from '../../../lib/times.ts'
import { WorkflowParams } from '../schemas.ts'

export const triggerKinds = ['schedule', 'event', 'webhook'] as const
export const outcomes = ['started', 'skipped', 'queued', 'failed'] as const
export const verifySchemes = [
  'token',
  'standard-webhooks',
  'github',
  'stripe',
  'slack',
  'hmac-sha256',
] as const
export const hookMethods = ['POST', 'GET', 'PUT', 'PATCH'] as const

export type TriggerKind = (typeof triggerKinds)[number]
export type FiringOutcome = (typeof outcomes)[number]
export type VerifyScheme = (typeof verifySchemes)[number]

const expression = (description: string) =>
  Type.String({ minLength: 1, maxLength: 2000, description })

const common = {
  title: Type.String({ maxLength: 200 }),
  is_active: Type.Boolean(),
  input: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Template of the run’s input. Expressions see `trigger`.',
  }),
  overlap: Type.Enum(['skip', 'queue', 'allow', 'replace'], {
    description: 'What happens if a run of this trigger has not finished yet.',
  }),
  dedupe_key: Nullable(expression('Expression; each value starts at most one run.')),
}

export const scheduleFields = {
  cron: Type.String({
    maxLength: 200,
    description: 'Five or six fields, or `@daily` and friends.',
  }),
  every_seconds: Type.Integer({
    minimum: 60,
    maximum: 366 * 86_400,
    description: 'Counted from `starts_at`.',
  }),
  rrule: Type.String({
    maxLength: 500,
    description: 'Recurrence rule of RFC 5545, counted from `starts_at`.',
  }),
  tz: TimeZone,
  starts_at: Type.String({
    format: 'date-time',
    maxLength: maxTimeLength,
    description: 'No time before this counts. Default: now.',
  }),
  ends_at: Type.String({
    format: 'date-time',
    maxLength: maxTimeLength,
    description: 'No time after this counts.',
  }),
  catch_up: Type.Enum(['none', 'latest', 'all'], {
    description: 'Which times run that were missed while the service was down; at most 100.',
  }),
}

export const eventFields = {
  event: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'An event type, a prefix such as `pm_task.*`, or `*`.',
  }),
  filter: expression('Condition over `event`.'),
  debounce_seconds: Type.Integer({
    minimum: 0,
    maximum: 86_400,
    description: 'Waits until no event has come for this long, then runs once for the last one.',
  }),
  include_own: Type.Boolean({
    description: 'Also fires for events that runs of this workflow caused.',
  }),
}

export const webhookFields = {
  verify: Type.Enum([...verifySchemes], { description: 'How deliveries prove their origin.' }),
  methods: Type.Array(Type.Enum([...hookMethods]), {
    minItems: 1,
    maxItems: 4,
    uniqueItems: true,
  }),
  respond: Type.Enum(['run_id', 'output'], {
    description: '`output` waits up to 30 seconds for the output of the run.',
  }),
}

const specific = { ...scheduleFields, ...eventFields, ...webhookFields }

const optional = <T extends Record<string, Parameters<typeof Type.Optional>[0]>>(fields: T) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as { [K in keyof T]: ReturnType<typeof Type.Optional<T[K]>> }

/** Also their defaults, so null means that the field is not set. */
const nullable = {
  ...optional(specific),
  ends_at: Type.Optional(Nullable(scheduleFields.ends_at)),
  filter: Type.Optional(Nullable(eventFields.filter)),
}

const Secret = Type.Optional(
  Type.String({
    minLength: 8,
    maxLength: 200,
    description: 'The signing secret, if the sender has chosen it. Default: a new one.',
  }),
)

export const CreateTriggerBody = Type.Object({
  kind: Type.Enum([...triggerKinds]),
  ...optional(common),
  ...nullable,
  secret: Secret,
})

export type CreateTriggerBody = Static<typeof CreateTriggerBody>

export const UpdateTriggerBody = Type.Object({ ...optional(common), ...nullable })

export type UpdateTriggerBody = Static<typeof UpdateTriggerBody>

export const RotateBody = Type.Object({
  secret: Secret,
  keep_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 7 * 86_400,
      default: 0,
      description: 'How long the previous URL and secret still work.',
    }),
  ),
})

const Maker = Type.Object({ id: Type.Integer(), name: Type.String(), kind: Type.String() })

export const Trigger = named(
  'WorkflowTrigger',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    workflow_id: Type.String({ format: 'uuid' }),
    kind: Type.Enum([...triggerKinds]),
    ...common,
    ...nullable,
    created_by: Maker,
    runs_as: Type.Interface([Maker], {}, { description: 'The last person who changed it.' }),
    created_at: Time,
    updated_at: Time,
    next_fire_at: Nullable(Time),
    last_fired_at: Nullable(Time),
    last_outcome: Nullable(Type.Enum([...outcomes])),
  }),
)

export type Trigger = Static<typeof Trigger>

const secrets = {
  url: Type.Optional(
    Type.String({ description: 'Where deliveries are sent. Shown only this time.' }),
  ),
  secret: Type.Optional(
    Type.String({
      description: 'Signs deliveries, unless `verify` is token. Shown only this time.',
    }),
  ),
}

export const NewTrigger = named('NewWorkflowTrigger', Type.Interface([Trigger], secrets))

export type NewTrigger = Static<typeof NewTrigger>

export const Firing = named(
  'WorkflowTriggerFiring',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    fired_at: Time,
    scheduled_for: Nullable(Time),
    outcome: Type.Enum([...outcomes]),
    reason: Nullable(Type.String()),
    run_id: Nullable(Type.String({ format: 'uuid' })),
    event_id: Nullable(Type.Integer({ description: 'The `seq` of the event.' })),
  }),
)

export type Firing = Static<typeof Firing>

export const TriggerParams = Type.Interface([WorkflowParams], {
  trigger_id: Type.String({ format: 'uuid' }),
})

export const FireBody = Type.Object({
  trigger: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'What the input template sees, such as `body` or `event`.',
    }),
  ),
})

export const FiringListQuery = Type.Interface([PageQuery], {
  outcome: Type.Optional(
    Type.Enum([...outcomes], { description: 'Only firings with this outcome.' }),
  ),
})

export type FiringListQuery = Static<typeof FiringListQuery>

export const PreviewQuery = Type.Object({
  ...optional({
    cron: scheduleFields.cron,
    every_seconds: scheduleFields.every_seconds,
    rrule: scheduleFields.rrule,
    tz: scheduleFields.tz,
    starts_at: scheduleFields.starts_at,
    ends_at: scheduleFields.ends_at,
  }),
  count: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 5,
    description: 'How many times to list.',
  }),
})

export const PreviewReply = named(
  'SchedulePreview',
  Type.Object({
    tz: Type.String(),
    times: Type.Array(
      Type.Object({ at: Time, local: Type.String({ description: 'In the time zone.' }) }),
    ),
  }),
)

export const HookReply = named(
  'HookReply',
  Type.Object({
    run_id: Nullable(Type.String({ format: 'uuid' })),
    outcome: Type.Enum([...outcomes]),
    reason: Nullable(Type.String()),
    status: Type.Optional(
      Type.String({ description: 'The run’s status, if the response waited.' }),
    ),
    output: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
)
