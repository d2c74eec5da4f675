import { type Static, Type } from 'typebox'
import { networks } from '../../channels/social/network.ts'
import { PageQuery, pageOf } from '../../http/pages.ts'
import { Time } from '../../http/schemas.ts'
import { TagName } from './account-schemas.ts'

/** Clients send ids as numbers or as text. */
export const Id = Type.Union([
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  Type.String({ pattern: '^[0-9]{1,15}$', maxLength: 15 }),
])

export const PostParams = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
})

export const postStatuses = ['scheduled', 'publishing', 'published', 'failed'] as const

export type PostStatus = 'draft' | (typeof postStatuses)[number]

const Medium = Type.Object({
  asset_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
  url: Type.Union([Type.String(), Type.Null()], {
    description: 'Of an asset: signed, for a day; null when the asset is gone.',
  }),
  description: Type.Union([Type.String(), Type.Null()], {
    description: 'What it shows, for those who cannot see it.',
  }),
})

const shared = {
  id: Type.Integer(),
  group_id: Type.String({ format: 'uuid' }),
  account: Type.Object({
    id: Type.Integer(),
    network: Type.Enum(networks),
    name: Type.String(),
  }),
  message: Type.String(),
  media: Type.Array(Medium),
  tags: Type.Array(Type.String()),
  status: Type.Enum(['draft', ...postStatuses]),
  date: Type.Union([Time, Type.Null()]),
  local_date: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: '“2026-11-20 09:30” in the zone that `tz` names; only with `tz`.',
    }),
  ),
  created_at: Time,
  updated_at: Time,
  created_by: Type.Union([Type.Integer(), Type.Null()]),
}

export const Draft = Type.Object(shared)

export type Draft = Static<typeof Draft>

export const Post = Type.Object({
  ...shared,
  url: Type.Union([Type.String(), Type.Null()], { description: 'Where it is, once it is out.' }),
  published_at: Type.Union([Time, Type.Null()]),
  error: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed.' }),
})

export type Post = Static<typeof Post>

/** A single one, with everything that was said about it. */
const whole = {
  comments: Type.Array(Type.String()),
  additional: Type.Object({}, { additionalProperties: true }),
  timezone: Type.String({ description: 'The zone that the date was said in.' }),
  queued: Type.Boolean({ description: 'Whether the date is a slot of the queue.' }),
}

export const WholeDraft = Type.Object({ ...shared, ...whole })

export type WholeDraft = Static<typeof WholeDraft>

export const WholePost = Type.Object({
  ...Post.properties,
  ...whole,
  attempts: Type.Integer({ description: 'How often it was tried to publish it.' }),
  outcome_unknown: Type.Boolean({
    description:
      'It failed, and it may be out all the same: look there before you have it sent again.',
  }),
  comments_published: Type.Integer(),
})

export type WholePost = Static<typeof WholePost>

const DateText = Type.Union([
  Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}$',
    maxLength: 16,
    description: '“2026-11-20 09:30”',
  }),
  Type.Null(),
])

const Zone = Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
  description: 'IANA name of the zone that `date` is said in; the workspace’s without it.',
})

const MediaList = Type.Array(
  Type.Union([
    Type.String({ minLength: 1, maxLength: 4000 }),
    Type.Object({
      asset_id: Type.Optional(Type.Union([Type.String({ maxLength: 4000 }), Type.Null()])),
      url: Type.Optional(Type.Union([Type.String({ maxLength: 4000 }), Type.Null()])),
      description: Type.Optional(Type.Union([Type.String({ maxLength: 1500 }), Type.Null()])),
    }),
  ]),
  {
    maxItems: 10,
    description: 'Ids or URLs of assets, or http(s) URLs; or objects with a description.',
  },
)

export type MediaInput = Static<typeof MediaList>

const Message = Type.String({ maxLength: 5000 })
const Tags = Type.Array(TagName, { maxItems: 30 })

export const actions = ['schedule', 'add_to_queue', 'draft', 'publish'] as const

export type Action = (typeof actions)[number]

export const CreateBody = Type.Object({
  message: Type.Optional(Message),
  account_ids: Type.Array(Id, { minItems: 1, maxItems: 100 }),
  action: Type.Enum(actions, { default: 'draft' }),
  date: Type.Optional(DateText),
  tz: Type.Optional(Zone),
  media: Type.Optional(MediaList),
  tags: Type.Optional(Tags),
  comments: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 5000, pattern: '\\S' }), {
      maxItems: 10,
      description: 'Follow the post as replies, one after the other.',
    }),
  ),
  group: Type.Optional(
    Type.Union([Type.String({ format: 'uuid' }), Type.Boolean(), Type.Null()], {
      description: 'A group to add to; without it what is created here is a group of its own.',
    }),
  ),
  additional: Type.Optional(
    Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], {
      description:
        'What to say to one network only, by its name: `{"mastodon": {"visibility": "unlisted", "spoiler_text": "…", "sensitive": true, "language": "en"}, "bluesky": {"langs": ["en"]}}`.',
    }),
  ),
})

export type CreateBody = Static<typeof CreateBody>

export const Created = Type.Object({
  group_id: Type.String({ format: 'uuid' }),
  posts: Type.Array(WholePost),
})

export const orders = ['created_at', 'updated_at', 'date', 'message', 'id'] as const

export type OrderBy = (typeof orders)[number]

/** Up to a thousand ids of 15 digits, with their commas. */
const AccountIds = Type.String({ maxLength: 64 * 1024 })

const listQuery = {
  account_ids: Type.Union([AccountIds, Type.Array(AccountIds, { maxItems: 1000 })], {
    description: 'Ids of accounts, separated by commas or given several times; at most 1,000.',
  }),
  page: PageQuery.properties.page,
  per_page: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 10,
    description: 'Entries a page.',
  }),
  search: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'A part of the message or of a tag, in capital letters or not.',
    }),
  ),
  tz: Type.Optional(Type.String({ maxLength: 64, description: 'Adds `local_date` in this zone.' })),
  order_by: Type.Enum([...orders, 'post.date'], {
    default: 'created_at',
    description: 'What has no date comes after everything that has one; `post.date` is `date`.',
  }),
  order: Type.Enum(['asc', 'desc', '1', '-1'], {
    default: 'desc',
    description: '`1` is `asc`, `-1` is `desc`.',
  }),
}

export const DraftsQuery = Type.Object(listQuery)

export type DraftsQuery = Static<typeof DraftsQuery>

export const PostsQuery = Type.Object({
  ...listQuery,
  status: Type.Optional(Type.Enum(postStatuses, { description: 'Only those in this state.' })),
})

export type PostsQuery = Static<typeof PostsQuery>

function listOf<T extends typeof Draft | typeof Post>(entry: T) {
  return Type.Object({
    ...pageOf(entry).properties,
    page: Type.Integer(),
    per_page: Type.Integer(),
    pages_count: Type.Integer(),
    unknown_account_ids: Type.Array(Type.Union([Type.Integer(), Type.String()]), {
      description: 'Ids that are no account of this workspace.',
    }),
  })
}

export const DraftList = listOf(Draft)
export const PostList = listOf(Post)

const changes = {
  message: Type.Optional(Message),
  date: Type.Optional(
    Type.Union(
      [
        Type.String({
          pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2})?$',
          maxLength: 16,
        }),
        Type.Null(),
      ],
      { description: '“2026-11-20” with `time`, or “2026-11-20 09:30”; null for none.' },
    ),
  ),
  time: Type.Optional(
    Type.Union([Type.String({ pattern: '^[0-9]{2}:[0-9]{2}$', maxLength: 5 }), Type.Null()], {
      description: '“09:30”',
    }),
  ),
  timezone: Type.Optional(
    Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
      description: 'Of date and time; the one that the draft has without it.',
    }),
  ),
  media: Type.Optional(MediaList),
  tags: Type.Optional(Tags),
}

export type Changes = Static<typeof UpdateDraftBody>

export const UpdateDraftBody = Type.Object({ draft_id: Id, ...changes })
export const UpdatePostBody = Type.Object({ post_id: Id, ...changes })

const Ids = Type.Array(Id, { minItems: 1, maxItems: 1000 })
const Group = Type.String({ format: 'uuid' })

export const DeleteDraftBody = Type.Object({
  group_id: Type.Optional(Group),
  draft_ids: Type.Optional(Ids),
})

export const DeletePostBody = Type.Object({
  group_id: Type.Optional(Group),
  post_ids: Type.Optional(Ids),
})

export const Deleted = Type.Object({
  deleted: Type.Array(Type.Integer(), { description: 'The ids of what is gone.' }),
  count: Type.Integer(),
})

export const ScheduleBody = Type.Object({
  action: Type.Enum(['schedule', 'add_to_queue', 'publish'], { default: 'schedule' }),
  date: Type.Optional(DateText),
  tz: Type.Optional(Zone),
})

export type ScheduleBody = Static<typeof ScheduleBody>
