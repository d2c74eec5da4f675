import { type Static, Type } from 'typebox'
import { PageQuery } from '../../../http/pagination.ts'
import { Nullable, named, Time, TimeText } from '../../../http/schemas.ts'
import { channels } from '../categories.ts'
import { Category, ChannelName, OfCategory } from '../schemas.ts'

export const deliveryStatuses = [
  'queued',
  'attempted',
  'sent',
  'failed',
  'captured',
  'seen',
  'read',
  'answered',
] as const

export const Delivery = named(
  'Delivery',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    notification_id: Type.String({ format: 'uuid' }),
    user_id: Type.Integer(),
    category: Category,
    channel: ChannelName,
    target: Type.String(),
    status: Type.Enum([...deliveryStatuses]),
    attempts: Type.Integer(),
    reason: Nullable(Type.String()),
    deliver_after: Nullable(Time),
    created_at: Time,
    updated_at: Time,
  }),
)

export type Delivery = Static<typeof Delivery>

export const Receipts = named('DeliveryReceipts', Type.Object({ receipts: Type.Array(Delivery) }))

export const DeliveryListQuery = Type.Interface([PageQuery], {
  channel: Type.Optional(
    Type.Enum([...channels], { description: 'Only deliveries on this channel.' }),
  ),
  status: Type.Optional(
    Type.Enum([...deliveryStatuses], { description: 'Only deliveries with this status.' }),
  ),
  category: Type.Optional(OfCategory),
  user_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'Only deliveries to this person.',
    }),
  ),
  since: Type.Optional(Type.String({ ...TimeText, description: 'Created at or after.' })),
})

export type DeliveryListQuery = Static<typeof DeliveryListQuery>
