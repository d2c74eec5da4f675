import { type Static, Type } from 'typebox'
import { named, Time } from '../../http/schemas.ts'

export const Subscription = named(
  'PushSubscription',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    label: Type.String(),
    service: Type.String({ description: 'The host of the browser’s push service.' }),
    created_at: Time,
    last_used_at: Type.Union([Time, Type.Null()]),
  }),
)

export type Subscription = Static<typeof Subscription>

/** The output of a browser's `PushSubscription.toJSON()`, plus a name for people. */
export const SubscribeBody = Type.Object({
  endpoint: Type.String({ minLength: 1, maxLength: 4000 }),
  keys: Type.Object({
    p256dh: Type.String({ maxLength: 200, description: 'A point of P-256, as base64url.' }),
    auth: Type.String({ maxLength: 100, description: '16 bytes, as base64url.' }),
  }),
  label: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', default: 'Browser' }),
  ),
})

export type SubscribeBody = Static<typeof SubscribeBody>

export const PushKey = named(
  'PushKey',
  Type.Object({
    public_key: Type.String({
      description: 'The `applicationServerKey` for `pushManager.subscribe`.',
    }),
  }),
)

export const Sent = named('TestResult', Type.Object({ status: Type.Enum(['sent']) }))
