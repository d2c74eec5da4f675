import { type Static, Type } from 'typebox'
import { PageQuery } from '../../../http/pagination.ts'
import { named, Time, TimeZone } from '../../../http/schemas.ts'

export const metricIds = [
  ...(['publishing', 'followers', 'engagement', 'likes', 'shares', 'replies'] as const),
] as const

export type MetricId = (typeof metricIds)[number]

const Day = Type.String({ format: 'date', maxLength: 10 })
const AccountId = Type.Union([
  Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  Type.String({ pattern: '^\\d{1,10}$', maxLength: 10 }),
])

const period = {
  date_from: Type.Optional(
    Type.Unsafe<string>({ ...Day, description: 'First day. Defaults to 30 days ago.' }),
  ),
  date_to: Type.Optional(
    Type.Unsafe<string>({ ...Day, description: 'Last day. Defaults to today.' }),
  ),
  tz: Type.Optional(
    Type.String({ ...TimeZone, description: 'Zone of the days of published posts.' }),
  ),
}

export const RangeBody = Type.Object({
  account_id: AccountId,
  metrics: Type.Array(Type.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: 50,
    description: `${metricIds.join(', ')}. Others are unknown here and missing from the response.`,
  }),
  ...period,
})

export type RangeBody = Static<typeof RangeBody>

export const AnalyticsQuery = Type.Object({
  account_id: Type.String({
    pattern: '^\\d{1,10}$',
    maxLength: 10,
    description: 'The id of a connected account.',
  }),
  ...period,
})

export type AnalyticsQuery = Static<typeof AnalyticsQuery>

export const AnalyticsPostsQuery = Type.Object({
  ...AnalyticsQuery.properties,
  page: PageQuery.properties.page,
  per_page: Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Posts per page.' }),
})

export type AnalyticsPostsQuery = Static<typeof AnalyticsPostsQuery>

const Value = Type.Object({
  value: Type.Number(),
  prevValue: Type.Optional(
    Type.Number({ description: 'The same for the period of equal length before.' }),
  ),
})

const Metric = Type.Object({ id: Type.String(), ...Value.properties })

export const RangeReport = named(
  'SocialAnalyticsRange',
  Type.Object({
    data: Type.Array(Type.Object({ date: Day, metrics: Type.Array(Metric) })),
    baseLine: Type.Unsafe<Record<string, Static<typeof Value>>>({
      type: 'object',
      additionalProperties: Value,
      description: 'The whole period, by metric: sums, and for followers the last value.',
    }),
  }),
)

export const Aggregates = named(
  'SocialAnalyticsAggregated',
  Type.Object({
    baseLine: Type.Object({
      impressions_aggregated: Type.Optional(Value),
      engagement_aggregated: Type.Optional(Value),
      followers_aggregated: Type.Optional(Value),
      publishing_aggregated: Type.Optional(Value),
    }),
  }),
)

const Counts = Type.Optional(
  Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'number' } }),
)

export const Audience = named(
  'SocialAnalyticsAudience',
  Type.Object({
    data: Type.Object({
      audience_page_fans_gender_age: Counts,
      audience_page_fans_country: Counts,
      audience_page_fans_city: Counts,
    }),
  }),
)

export const PostReport = named(
  'SocialAnalyticsPosts',
  Type.Object({
    all_posts_count: Type.Integer(),
    current_page: Type.Integer(),
    pages_count: Type.Integer(),
    posts: Type.Array(
      Type.Object({
        id: Type.Integer(),
        message: Type.String(),
        url: Type.Union([Type.String(), Type.Null()]),
        date: Time,
        metrics: Type.Array(Type.Object({ id: Type.String(), value: Type.Number() }), {
          description: 'Only metrics that the network reported.',
        }),
      }),
    ),
  }),
)
