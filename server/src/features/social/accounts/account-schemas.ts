import { type Static, Type } from 'typebox'
import { networks } from '../../../channels/social/network.ts'
import { ClockTime, named, Time, TimeZone } from '../../../http/schemas.ts'

const Nullable = Type.Union([Type.String(), Type.Null()])

/** The fields that a client needs to choose where to post. */
export const AccountChoice = named(
  'AccountToPostTo',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    type: Type.Enum(['profile', 'webhook']),
    network: Type.Enum(networks),
    is_active: Type.Boolean({
      description: 'Whether posts are published. Drafts can be written either way.',
    }),
  }),
)

export const AccountChoices = named(
  'AccountsToPostTo',
  Type.Object({
    accounts: Type.Array(AccountChoice),
    total: Type.Integer(),
  }),
)

export type AccountChoices = Static<typeof AccountChoices>

export const AccountChoicesQuery = Type.Object({
  network: Type.Optional(
    Type.String({
      maxLength: 50,
      description: `Only accounts on this network: ${networks.join(', ')}. Other values match no account.`,
    }),
  ),
})

export const Account = named(
  'SocialAccount',
  Type.Object({
    ...AccountChoice.properties,
    handle: Type.Union([Type.String(), Type.Null()], {
      description: 'Its identity on the network; null until it is verified.',
    }),
    url: Type.Union([Type.String(), Type.Null()], { description: 'Its page on the network.' }),
    address_hint: Type.String({
      description: 'Its URL, without the secret part of a webhook’s URL.',
    }),
    credential_hint: Type.String({ description: 'The last characters of the credentials.' }),
    max_characters: Type.Integer(),
    max_media: Type.Integer(),
    verified_at: Type.Union([Time, Type.Null()]),
    last_error: Nullable,
    created_at: Time,
    updated_at: Time,
  }),
)

export type Account = Static<typeof Account>

const Url = Type.String({ minLength: 1, maxLength: 2000 })
const Secret = Type.String({ minLength: 1, maxLength: 2000, pattern: '^[\\x21-\\x7e]+$' })

/** Each network has its own settings; the error names the missing one. */
const settings = {
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      description: 'Its name here. Defaults to its name on the network.',
    }),
  ),
  is_active: Type.Optional(Type.Boolean()),
  base_url: Type.Optional(
    Type.Unsafe<string>({
      ...Url,
      description: 'mastodon: the server, such as https://mastodon.social',
    }),
  ),
  access_token: Type.Optional(
    Type.Unsafe<string>({
      ...Secret,
      description: 'mastodon: token of an application with the scopes read and write.',
    }),
  ),
  service_url: Type.Optional(
    Type.Unsafe<string>({
      ...Url,
      description: 'bluesky: the server of the account. Defaults to https://bsky.social',
    }),
  ),
  handle: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      pattern: '^@?[^\\s@]+$',
      description: 'bluesky: such as name.bsky.social',
    }),
  ),
  app_password: Type.Optional(
    Type.Unsafe<string>({
      ...Secret,
      description: 'bluesky: created in the settings of the account.',
    }),
  ),
  url: Type.Optional(
    Type.Unsafe<string>({ ...Url, description: 'webhook: the URL that receives posts.' }),
  ),
  secret: Type.Optional(
    Type.Unsafe<string>({
      ...Secret,
      minLength: 16,
      description:
        'webhook: the secret that signs posts. `whsec_…` of Standard Webhooks, or any text.',
    }),
  ),
}

export const ConnectBody = Type.Object({ network: Type.Enum(networks), ...settings })

export type ConnectBody = Static<typeof ConnectBody>

export const UpdateAccountBody = Type.Object(settings)

export type UpdateAccountBody = Static<typeof UpdateAccountBody>

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

export type Weekday = (typeof weekdays)[number]

export const QueueSlot = named(
  'QueueSlot',
  Type.Object({
    id: Type.Integer(),
    account_id: Type.Integer(),
    weekday: Type.Enum(weekdays),
    time: Type.String({ description: '“09:30”, in local time of the zone.' }),
    timezone: Type.String(),
    created_at: Time,
  }),
)

export type QueueSlot = Static<typeof QueueSlot>

export const QueueSlotsQuery = Type.Object({
  account_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'Only slots of this account.',
    }),
  ),
})

export const AddSlotBody = Type.Object({
  account_id: Type.Union([
    Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    Type.String({ pattern: '^[0-9]{1,10}$', maxLength: 10 }),
  ]),
  weekday: Type.Enum(weekdays),
  time: ClockTime,
  timezone: Type.Optional(
    Type.String({ ...TimeZone, description: 'IANA name. Defaults to the workspace’s zone.' }),
  ),
})

export type AddSlotBody = Static<typeof AddSlotBody>

export const TagName = Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' })

export const Tag = named(
  'SocialTag',
  Type.Object({ id: Type.Integer(), name: Type.String(), created_at: Time }),
)

export type Tag = Static<typeof Tag>
