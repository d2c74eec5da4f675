import { type Static, Type } from 'typebox'
import { nameAfter, PageQuery, pageSchema } from '../../../http/pagination.ts'
import { DayOrInstant, TimeZone } from '../../../http/schemas.ts'
import { Draft, Post, postStatuses } from './schemas.ts'

export const orders = ['created_at', 'updated_at', 'date', 'message', 'id'] as const

export type OrderBy = (typeof orders)[number]

/** Up to a thousand ids of 15 digits, with commas. */
const AccountIds = Type.String({ maxLength: 64 * 1024 })

const narrowing = {
  from: Type.Optional(
    Type.Unsafe<string>({
      ...DayOrInstant,
      description:
        'Only entries dated from here on: a day such as 2026-11-20, in `tz` or else the workspace’s zone, or an instant such as 2026-11-20T08:30:00Z.',
    }),
  ),
  to: Type.Optional(
    Type.Unsafe<string>({
      ...DayOrInstant,
      description: 'Only entries dated before this instant, or until the end of this day.',
    }),
  ),
  tag: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'Only entries with this tag, ignoring case.',
    }),
  ),
  group_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only entries of this group.' }),
  ),
}

const listQuery = {
  account_ids: Type.Union([AccountIds, Type.Array(AccountIds, { maxItems: 1000 })], {
    description: 'Ids of accounts, separated by commas or repeated; at most 1,000.',
  }),
  page: PageQuery.properties.page,
  per_page: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 10,
    description: 'Entries per page.',
  }),
  search: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Part of the message or of a tag, ignoring case.',
    }),
  ),
  tz: Type.Optional(
    Type.String({
      ...TimeZone,
      description: 'Adds `local_date` in this zone; days in `from` and `to` use it too.',
    }),
  ),
  ...narrowing,
  order_by: Type.Enum([...orders, 'post.date'], {
    default: 'created_at',
    description: 'Entries without a date always come last. `post.date` means `date`.',
  }),
  order: Type.Enum(['asc', 'desc', '1', '-1'], {
    default: 'desc',
    description: '`1` means `asc`, `-1` means `desc`.',
  }),
}

export const DraftsQuery = Type.Object(listQuery)

export type DraftsQuery = Static<typeof DraftsQuery>

export const PostsQuery = Type.Object({
  ...listQuery,
  status: Type.Optional(Type.Enum(postStatuses, { description: 'Only posts with this status.' })),
  category: Type.Optional(
    Type.Enum(['all', 'scheduled', 'published', 'failed', 'draft'], {
      description: 'The same with the words of existing clients; `all` includes drafts.',
    }),
  ),
  query: Type.Optional(Type.String({ maxLength: 500, description: 'Same as `search`.' })),
})

export type PostsQuery = Static<typeof PostsQuery>

function buildSocialPage<T extends typeof Draft | typeof Post>(entry: T) {
  const page = Type.Object({
    ...pageSchema(entry).properties,
    page: Type.Integer(),
    per_page: Type.Integer(),
    pages_count: Type.Integer(),
    unknown_account_ids: Type.Array(Type.Union([Type.Integer(), Type.String()]), {
      description: 'Ids that are not accounts of this workspace.',
    }),
  })
  return nameAfter(entry, 'Page', page)
}

export const DraftList = buildSocialPage(Draft)
export const PostList = buildSocialPage(Post)
