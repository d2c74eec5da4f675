import { type Static, Type } from 'typebox'
import { networks } from '../../../channels/social/network.ts'
import {
  ClockTime,
  DayOrLocalTime,
  LocalTime,
  named,
  Time,
  TimeZone,
} from '../../../http/schemas.ts'
import { TagName } from '../accounts/account-schemas.ts'

/** Clients send ids as numbers or strings. */
export const Id = Type.Union([
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  Type.String({ pattern: '^[0-9]{1,15}$', maxLength: 15 }),
])

export const PostParams = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
})

export const postStatuses = ['scheduled', 'publishing', 'published', 'failed'] as const

export type PostStatus = 'draft' | (typeof postStatuses)[number]

const Medium = named(
  'PostMedium',
  Type.Object({
    asset_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
    url: Type.Union([Type.String(), Type.Null()], {
      description: 'For an asset: signed, valid for a day; null if the asset no longer exists.',
    }),
    thumbnail: Type.Union([Type.String(), Type.Null()], {
      description: 'For an image or video asset: a small image, signed like `url`.',
    }),
    description: Type.Union([Type.String(), Type.Null()], {
      description: 'A description for people who cannot see it.',
    }),
  }),
)

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
      description: '“2026-11-20 09:30” in the zone `tz`; only with `tz`.',
    }),
  ),
  created_at: Time,
  updated_at: Time,
  created_by: Type.Union([Type.Integer(), Type.Null()]),
}

export const Draft = named('DraftSummary', Type.Object(shared))

export type Draft = Static<typeof Draft>

export const Post = named(
  'PostSummary',
  Type.Object({
    ...shared,
    url: Type.Union([Type.String(), Type.Null()], { description: 'Its URL, once published.' }),
    published_at: Type.Union([Time, Type.Null()]),
    error: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed.' }),
  }),
)

export type Post = Static<typeof Post>

/** Additional fields of a single draft or post. */
const whole = {
  comments: Type.Array(Type.String()),
  additional: Type.Object({}, { additionalProperties: true }),
  timezone: Type.String({ description: 'The zone that the date was given in.' }),
  queued: Type.Boolean({ description: 'Whether the date is a queue slot.' }),
}

export const WholeDraft = named('Draft', Type.Object({ ...shared, ...whole }))

export type WholeDraft = Static<typeof WholeDraft>

export const WholePost = named(
  'Post',
  Type.Object({
    ...Post.properties,
    ...whole,
    attempts: Type.Integer({ description: 'Number of attempts to publish it.' }),
    outcome_unknown: Type.Boolean({
      description: 'It failed but may have been published. Check the account before you retry.',
    }),
    comments_published: Type.Integer(),
  }),
)

export type WholePost = Static<typeof WholePost>

const DateText = Type.Union([LocalTime, Type.Null()])

const Zone = Type.Union([TimeZone, Type.Null()], {
  description: 'IANA name of the zone of `date`. Defaults to the workspace’s zone.',
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

const Comments = Type.Array(Type.String({ minLength: 1, maxLength: 5000, pattern: '\\S' }), {
  maxItems: 10,
  description: 'Posted as replies to the post, one after the other.',
})

const Additional = Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], {
  description:
    'Options for one network, by its name: `{"mastodon": {"visibility": "unlisted", "spoiler_text": "…", "sensitive": true, "language": "en"}, "bluesky": {"langs": ["en"], "labels": ["nudity"]}}`. `visibility` is `public`, `unlisted`, `private` or `direct`; `labels` are `sexual`, `nudity`, `porn` or `graphic-media`.',
})

export const actions = ['schedule', 'add_to_queue', 'draft', 'publish'] as const

export type Action = (typeof actions)[number]

export const CreateBody = Type.Object({
  message: Type.Optional(Message),
  account_ids: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: 100,
      description: 'Required unless `action` is draft, which then uses your first active account.',
    }),
  ),
  action: Type.Enum(actions, { default: 'draft' }),
  date: Type.Optional(DateText),
  tz: Type.Optional(Zone),
  media: Type.Optional(MediaList),
  tags: Type.Optional(Tags),
  comments: Type.Optional(Comments),
  group: Type.Optional(
    Type.Union([Type.String({ format: 'uuid' }), Type.Boolean(), Type.Null()], {
      description: 'An existing group to add to. By default, a new group is created.',
    }),
  ),
  additional: Type.Optional(Additional),
})

export type CreateBody = Static<typeof CreateBody>

export const Created = named(
  'CreatedPosts',
  Type.Object({
    group_id: Type.String({ format: 'uuid' }),
    ids: Type.Array(Type.String(), { description: 'The ids of the posts, as text.' }),
    posts: Type.Array(WholePost),
  }),
)

const changes = {
  message: Type.Optional(Message),
  date: Type.Optional(
    Type.Union([DayOrLocalTime, Type.Null()], {
      description: '“2026-11-20” with `time`, or “2026-11-20 09:30”; null for none.',
    }),
  ),
  time: Type.Optional(Type.Union([ClockTime, Type.Null()], { description: '“09:30”' })),
  timezone: Type.Optional(
    Type.Union([TimeZone, Type.Null()], {
      description: 'Zone of `date` and `time`. Defaults to the draft’s zone.',
    }),
  ),
  media: Type.Optional(MediaList),
  tags: Type.Optional(Tags),
  comments: Type.Optional(Comments),
  additional: Type.Optional(Additional),
}

const NewGroup = Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
  description: 'Another group to move it to; null for a group of its own.',
})

export const UpdateDraftBody = Type.Object({
  draft_id: Id,
  ...changes,
  account_id: Type.Optional(
    Type.Unsafe<Static<typeof Id>>({ ...Id, description: 'Another account to move it to.' }),
  ),
  group: Type.Optional(NewGroup),
})

export const UpdatePostBody = Type.Object({
  post_id: Id,
  ...changes,
  group: Type.Optional(NewGroup),
})

/** The fields that can be changed; for a post, the account cannot. */
export type Changes = Omit<Static<typeof UpdateDraftBody>, 'draft_id'>

const Group = Type.String({ format: 'uuid' })

export const UpdateGroupBody = Type.Object({ group_id: Group, ...changes })

export type UpdateGroupBody = Static<typeof UpdateGroupBody>

export const ChangedGroup = named(
  'UpdateSocialGroupReply',
  Type.Object({
    group_id: Group,
    posts: Type.Array(WholePost, { description: 'The changed posts and drafts.' }),
    unchanged: Type.Array(Type.Integer(), {
      description: 'The ids of posts that are published or being published. They stay unchanged.',
    }),
  }),
)

export const LinkCardQuery = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: 2000,
    pattern: '^https?://',
    description: 'The link, as it is in the post.',
  }),
})

export const LinkCard = named(
  'LinkCard',
  Type.Object({ url: Type.String(), title: Type.String(), description: Type.String() }),
)

export type LinkCard = Static<typeof LinkCard>

const Ids = Type.Array(Id, { minItems: 1, maxItems: 1000 })

export const DeleteDraftBody = Type.Object({
  group_id: Type.Optional(Group),
  draft_ids: Type.Optional(Ids),
})

export const DeletePostBody = Type.Object({
  group_id: Type.Optional(Group),
  post_ids: Type.Optional(Ids),
  post_schedule_id: Type.Optional(
    Type.Unsafe<Static<typeof Id>>({ ...Id, description: 'The id of one post.' }),
  ),
})

export const Deleted = named(
  'DeletedPosts',
  Type.Object({
    deleted: Type.Array(Type.Integer(), { description: 'The deleted ids.' }),
    count: Type.Integer(),
  }),
)

export const ScheduleBody = Type.Object({
  action: Type.Enum(['schedule', 'add_to_queue', 'publish'], { default: 'schedule' }),
  date: Type.Optional(DateText),
  tz: Type.Optional(Zone),
})

export type ScheduleBody = Static<typeof ScheduleBody>
