import { type Static, Type } from 'typebox'
import { named, Time } from '../../http/schemas.ts'

export const Event = named(
  'AtelierEvent',
  Type.Object({
    seq: Type.Integer({
      description: 'Position in the order of events. Send the last one as `after`.',
    }),
    type: Type.String(),
    actor: Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      kind: Type.String({ description: 'user, agent or system' }),
      via: Type.String(),
    }),
    object: Type.Object({ type: Type.String(), id: Type.Union([Type.Integer(), Type.String()]) }),
    data: Type.Object({}, { additionalProperties: true }),
    request_id: Type.Union([Type.String(), Type.Null()]),
    created_at: Time,
  }),
)

export type Event = Static<typeof Event>

export const EventsQuery = Type.Object({
  after: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Only events after this `seq`.',
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 100,
    description: 'Maximum number of events.',
  }),
})

export const StreamQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Start after this `seq`. Defaults to now.',
    }),
  ),
})

export const EventList = named(
  'EventList',
  Type.Object({
    results: Type.Array(Event),
    last_seq: Type.Integer({ description: 'Value for `after` in the next request.' }),
  }),
)

const EventType = named(
  'EventType',
  Type.Object({
    type: Type.String(),
    description: Type.String(),
    schema: Type.Object({}, { additionalProperties: true, description: 'JSON Schema of `data`.' }),
  }),
)

export const EventTypeList = named(
  'EventTypeList',
  Type.Object({
    results: Type.Array(EventType),
  }),
)
