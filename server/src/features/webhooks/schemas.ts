import { type Static, Type } from 'typebox'
import { PageQuery } from '../../http/pagination.ts'
import { Nullable, named, Time, TimeText } from '../../http/schemas.ts'

export const deliveryStatuses = ['queued', 'sending', 'delivered', 'failed'] as const

const Scalar = Type.Union([
  Type.String({ maxLength: 200 }),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
])

/** The code rejects unknown properties: a misspelt filter must not be ignored. */
export const Filter = named(
  'WebhookFilter',
  Type.Object(
    {
      object_type: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      object_id: Type.Optional(
        Type.Union([
          Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
          Type.String({ minLength: 1, maxLength: 200 }),
        ]),
      ),
      data: Type.Optional(
        Type.Object(
          {},
          {
            additionalProperties: Scalar,
            description:
              'Up to 5 paths in `data`, separated by dots, with their required values. A list must contain the value.',
          },
        ),
      ),
    },
    {
      additionalProperties: true,
      description: 'All conditions must match. Other fields are not allowed.',
    },
  ),
)

export type Filter = Static<typeof Filter>

const EventTypes = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  description: 'Names from `GET /api/v1/events/types`, `noun.*` for all of a noun, or `*`.',
})

export const Subscription = named(
  'WebhookSubscription',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    url: Type.String(),
    description: Type.String(),
    event_types: Type.Array(Type.String()),
    filter: Nullable(Type.Object({}, { additionalProperties: true })),
    is_active: Type.Boolean(),
    disabled_reason: Nullable(Type.String({ description: 'Why the server switched it off.' })),
    failing_since: Nullable(
      Type.Unsafe<Date>({ ...Time, description: 'The start of the current series of failures.' }),
    ),
    previous_secret_until: Nullable(
      Type.Unsafe<Date>({ ...Time, description: 'Until then, the previous secret signs as well.' }),
    ),
    created_by: Nullable(
      Type.Integer({ description: 'The subscription gets the events that this person may see.' }),
    ),
    created_at: Time,
    updated_at: Time,
  }),
)

export type Subscription = Static<typeof Subscription>

const Secret = Type.String({ description: 'Shown only once. Verify `webhook-signature` with it.' })

export const NewSubscription = named(
  'NewWebhookSubscription',
  Type.Interface([Subscription], { secret: Secret }),
)

export type NewSubscription = Static<typeof NewSubscription>

export const RotatedSecret = named(
  'RotateWebhookSecretReply',
  Type.Object({
    secret: Secret,
    previous_secret_until: Type.Unsafe<Date>({
      ...Time,
      description: 'Until then both secrets sign.',
    }),
  }),
)

const settings = {
  url: Type.String({ minLength: 1, maxLength: 2000, description: 'http or https.' }),
  event_types: EventTypes,
}

const Description = Type.String({ maxLength: 500 })

export const CreateSubscriptionBody = Type.Object({
  ...settings,
  description: Type.Optional(Description),
  is_active: Type.Optional(Type.Boolean({ default: true })),
  filter: Type.Optional(Nullable(Filter)),
})

export type CreateSubscriptionBody = Static<typeof CreateSubscriptionBody>

export const UpdateSubscriptionBody = Type.Partial(
  Type.Object({
    ...settings,
    description: Description,
    is_active: Type.Boolean(),
    filter: Nullable(Filter),
  }),
)

export type UpdateSubscriptionBody = Static<typeof UpdateSubscriptionBody>

export const Delivery = named(
  'WebhookDeliverySummary',
  Type.Object({
    id: Type.String({ format: 'uuid', description: 'The `webhook-id` that the receiver sees.' }),
    subscription_id: Type.String({ format: 'uuid' }),
    event_type: Type.String(),
    event_seq: Nullable(Type.Integer({ description: 'The `seq` of the event; null for a test.' })),
    status: Type.Enum([...deliveryStatuses]),
    attempts_count: Type.Integer({ description: 'Attempts since it was last queued.' }),
    status_code: Nullable(Type.Integer({ description: 'The last response status.' })),
    reason: Nullable(Type.String({ description: 'The last error.' })),
    next_attempt_at: Nullable(Time),
    created_at: Time,
    updated_at: Time,
  }),
)

export type Delivery = Static<typeof Delivery>

const Attempt = named(
  'WebhookAttempt',
  Type.Object({
    started_at: Time,
    duration_ms: Type.Integer(),
    status_code: Nullable(Type.Integer()),
    response: Nullable(Type.String({ description: 'The first 2 kB of the response.' })),
    reason: Nullable(Type.String()),
  }),
)

export type Attempt = Static<typeof Attempt>

export const DeliveryWithAttempts = named(
  'WebhookDelivery',
  Type.Interface([Delivery], {
    attempts: Type.Array(Attempt, { description: 'Oldest first; the last hundred.' }),
  }),
)

export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>

export const DeliveriesQuery = Type.Interface([PageQuery], {
  subscription_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only deliveries of this subscription.' }),
  ),
  event_type: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only deliveries of this event type.' }),
  ),
  status: Type.Optional(
    Type.Enum([...deliveryStatuses], { description: 'Only deliveries with this status.' }),
  ),
  since: Type.Optional(Type.String({ ...TimeText, description: 'Created at or after.' })),
  until: Type.Optional(Type.String({ ...TimeText, description: 'Created before.' })),
})

export type DeliveriesQuery = Static<typeof DeliveriesQuery>

export const ReplayBody = Type.Object(
  {
    after_seq: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Events after this one.',
      }),
    ),
    since: Type.Optional(Type.String({ ...TimeText, description: 'Events from this time on.' })),
  },
  { description: 'Send exactly one of the two.' },
)

export type ReplayBody = Static<typeof ReplayBody>

export const Replayed = named(
  'ReplayWebhookEventsReply',
  Type.Object({
    queued: Type.Integer({ description: 'Number of queued deliveries.' }),
    last_seq: Type.Integer({
      description: 'The last event covered. Send it as `after_seq` to continue.',
    }),
    has_more: Type.Boolean(),
  }),
)

export type Replayed = Static<typeof Replayed>
