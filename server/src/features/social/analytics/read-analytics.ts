import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { accountById } from '../accounts/account-queries.ts'
import { parseEnd, parseStart } from '../posts/when.ts'
import { accountFigures, publishedByDay, publishedPosts } from './queries.ts'
import { compared, computeTotals, daysBetween, valuesByDay } from './report.ts'
import {
  type AnalyticsPostsQuery,
  type AnalyticsQuery,
  type MetricId,
  metricIds,
  type RangeBody,
} from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock'>

const usualDays = 30
const maxDays = 366

interface Period {
  accountId: number
  from: string
  to: string
  zone: string
}

export async function getRange(deps: Needs, actor: Actor, { metrics, ...body }: RangeBody) {
  requirePermission(actor, 'social:read')
  const { days, values, before } = await readPeriods(deps, actor, body)
  const earlier = [...before.values()]
  const known = metricIds.filter((id) => metrics.includes(id))
  const data = days.map((date, at) => ({
    date,
    metrics: known.flatMap((id) => {
      const found = compared(values.get(date)?.[id], earlier[at]?.[id])
      return found ? [{ id, ...found }] : []
    }),
  }))
  const [totals, totalsBefore] = [computeTotals(values), computeTotals(before)]
  const baseLine = known.flatMap((id) => {
    const found = compared(totals[id], totalsBefore[id])
    return found ? [[id, found] as const] : []
  })
  return { data, baseLine: Object.fromEntries(baseLine) }
}

/** Impressions are never known: no network here reports them. */
export async function getAggregated(deps: Needs, actor: Actor, query: AnalyticsQuery) {
  requirePermission(actor, 'social:read')
  const { values, before } = await readPeriods(deps, actor, query)
  const [totals, totalsBefore] = [computeTotals(values), computeTotals(before)]
  const known = (['engagement', 'followers', 'publishing'] as const).flatMap((id: MetricId) => {
    const found = compared(totals[id], totalsBefore[id])
    return found ? [[`${id}_aggregated`, found] as const] : []
  })
  return { baseLine: Object.fromEntries(known) }
}

/** Neither Mastodon nor Bluesky tells who follows an account, so every field is missing. */
export async function getAudience(deps: Needs, actor: Actor, query: AnalyticsQuery) {
  requirePermission(actor, 'social:read')
  await readPeriod(deps, actor, query)
  return { data: {} }
}

export async function getAnalyticsPosts(deps: Needs, actor: Actor, query: AnalyticsPostsQuery) {
  requirePermission(actor, 'social:read')
  const { page, per_page: limit } = query
  const { accountId, from, to, zone } = await readPeriod(deps, actor, query)
  const sql = deps.db.workspace(actor.workspaceId)
  const { count, rows } = await publishedPosts(sql, actor, accountId, {
    ...{ from: parseStart(from, zone), to: parseEnd('date_to', to, zone) },
    ...{ limit, offset: (page - 1) * limit },
  })
  const posts = rows.map(({ id, message, url, published_at, ...figures }) => ({
    ...{ id, message, url, date: published_at },
    metrics: (['likes', 'shares', 'replies'] as const).flatMap((metric) => {
      const value = figures[metric]
      return value === null ? [] : [{ id: metric, value }]
    }),
  }))
  const pages_count = Math.ceil(count / limit)
  return { all_posts_count: count, current_page: page, pages_count, posts }
}

/** The values of a period, and of the one of equal length before it. */
async function readPeriods(
  deps: Needs,
  actor: Actor,
  body: Omit<RangeBody, 'metrics'> | AnalyticsQuery,
) {
  const period = await readPeriod(deps, actor, body)
  const days = daysBetween(period.from, period.to)
  const to = dayBefore(period.from, 1)
  const earlier = { ...period, from: dayBefore(period.from, days.length), to }
  const [values, before] = [
    await readValues(deps, actor, period),
    await readValues(deps, actor, earlier),
  ]
  return { days, values, before }
}

async function readValues(deps: Needs, actor: Actor, { accountId, from, to, zone }: Period) {
  const sql = deps.db.workspace(actor.workspaceId)
  const figures = await accountFigures(sql, actor.workspaceId, accountId, { from, to })
  const published = await publishedByDay(sql, actor, accountId, {
    ...{ from: parseStart(from, zone), to: parseEnd('date_to', to, zone), zone },
  })
  const counts = new Map(published.map(({ day, posts }) => [day, posts]))
  return valuesByDay(daysBetween(from, to), figures, counts)
}

async function readPeriod(
  deps: Needs,
  actor: Actor,
  { account_id, date_from, date_to, tz = 'UTC' }: Omit<RangeBody, 'metrics'> | AnalyticsQuery,
): Promise<Period> {
  const id = Number(account_id)
  const sql = deps.db.workspace(actor.workspaceId)
  const account = id <= 2_147_483_647 && (await accountById(sql, actor.workspaceId, id))
  if (!account) throw problem('social_account_not_found')
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: tz }).format(deps.clock())
  const to = date_to ?? (date_from !== undefined && date_from > today ? date_from : today)
  const from = date_from ?? dayBefore(to, usualDays - 1)
  if (to < from) throw invalid('date_to', 'is before `date_from`')
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (length > maxDays) throw invalid('date_to', `is more than ${maxDays} days after \`date_from\``)
  // The period before must also be one of days that can be kept.
  if (from < '1900-01-01' || to > '9000-01-01') throw invalid('date_from', 'is too far away')
  return { accountId: id, from, to, zone: tz }
}

function dayBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)
}
