import { resource } from '../../../http/resource.ts'
import { getAggregated, getAnalyticsPosts, getAudience, getRange } from './read-analytics.ts'
import {
  Aggregates,
  AnalyticsPostsQuery,
  AnalyticsQuery,
  Audience,
  PostReport,
  RangeBody,
  RangeReport,
} from './schemas.ts'

const period = { date_from: '2026-11-09', date_to: '2026-11-15' }
const query = { account_id: '7', ...period }
const unknown = 'A metric that the network does not report is missing, never zero.'

const analytics = resource({
  tag: 'Social media',
  path: '/api/v1/service/social-media/analytics',
  read: 'social:read',
  write: 'social:read',
})

export function analyticsRoutes() {
  return [
    analytics.post('/range', {
      id: 'getSocialAnalyticsRange',
      summary: 'Read the figures of an account by day',
      description: `Posts published here, and followers, likes, shares and replies as Mastodon and Bluesky report them, fetched every 6 hours. ${unknown}`,
      body: RangeBody,
      reply: RangeReport,
      notFound: 'social_account_not_found',
      example: {
        body: {
          account_id: 7,
          metrics: ['publishing', 'followers'],
          ...period,
          tz: 'Europe/Berlin',
        },
        reply: {
          data: [
            {
              date: '2026-11-15',
              metrics: [
                { id: 'publishing', value: 2, prevValue: 1 },
                { id: 'followers', value: 310, prevValue: 290 },
              ],
            },
          ],
          baseLine: { publishing: { value: 9, prevValue: 7 }, followers: { value: 310 } },
        },
      },
      handle: (deps, { actor, body }) => getRange(deps, actor, body),
    }),
    analytics.get('/posts', {
      id: 'getSocialAnalyticsPosts',
      summary: 'List published posts with their figures',
      description: `Newest first. ${unknown}`,
      query: AnalyticsPostsQuery,
      reply: PostReport,
      notFound: 'social_account_not_found',
      example: {
        query,
        reply: {
          ...{ all_posts_count: 1, current_page: 1, pages_count: 1 },
          posts: [
            {
              ...{ id: 14, message: 'The bench is open.', url: 'https://social.example/@studio/1' },
              date: '2026-11-15T09:30:00.000Z',
              metrics: [{ id: 'likes', value: 12 }],
            },
          ],
        },
      },
      handle: (deps, { actor, query: asked }) => getAnalyticsPosts(deps, actor, asked),
    }),
    analytics.get('/aggregated', {
      id: 'getSocialAnalyticsAggregated',
      summary: 'Read the figures of an account for a whole period',
      description: `No network here reports impressions. ${unknown}`,
      query: AnalyticsQuery,
      reply: Aggregates,
      notFound: 'social_account_not_found',
      example: {
        query,
        reply: { baseLine: { publishing_aggregated: { value: 9, prevValue: 7 } } },
      },
      handle: (deps, { actor, query: asked }) => getAggregated(deps, actor, asked),
    }),
    analytics.get('/audience', {
      id: 'getSocialAnalyticsAudience',
      summary: 'Read who follows an account',
      description:
        'Neither Mastodon nor Bluesky reports age, gender, country or city, so `data` is empty.',
      query: AnalyticsQuery,
      reply: Audience,
      notFound: 'social_account_not_found',
      example: { query, reply: { data: {} } },
      handle: (deps, { actor, query: asked }) => getAudience(deps, actor, asked),
    }),
  ]
}
