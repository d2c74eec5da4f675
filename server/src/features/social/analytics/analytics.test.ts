import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { base } from '../../../../test/use-social.ts'
import { usePublishing } from '../publishing/test-publishing.ts'
import { fetchFigures, watchFigures } from './fetch-figures.ts'
import { compared, computeTotals, daysBetween, valuesByDay } from './report.ts'

const { service, mia, mastodon, bluesky, ids, create, waitForStatus } = usePublishing()

/** The worker must not fetch in the middle of a test. */
beforeAll(() => planFigures('2100-01-01'))

const planFigures = (at: string, account = 0) => service.deps.db.system`
  update social_accounts set figures_due_at = ${at}::timestamptz
  where workspace_id = ${mia.workspaceId} and (${account} in (0, id))`

const formatDay = (date: Date) => date.toISOString().slice(0, 10)
const fetchNow = (account_id: number) =>
  fetchFigures(service.deps, { workspace_id: mia.workspaceId, account_id })
const read = (path: string, key = mia.key) =>
  service.call('GET', `${base}/analytics/${path}`, { key })
const range = (body: object, key = mia.key) =>
  service.call('POST', `${base}/analytics/range`, { key, body })

const everything = ['publishing', 'followers', 'engagement', 'likes', 'impressions', 'reach']

describe('figures of a network', () => {
  test('Mastodon: followers, and what each day added; deleted posts keep their last figures', async () => {
    const account_id = ids.mastodon
    onTestFinished(service.stopClock())
    const first = await create('mastodon', 'Counted')
    const gone = await create('mastodon', 'Deleted soon')
    for (const id of [first, gone]) await waitForStatus(id, 'published')
    const posted = (wanted: string) => mastodon.statuses.find(({ text }) => text === wanted)
    const [one, two] = [posted('Counted'), posted('Deleted soon')]
    if (!one || !two) throw new Error('nothing was posted')
    mastodon.settings.followers = 300
    Object.assign(one, { favourites_count: 5, reblogs_count: 1 })
    Object.assign(two, { favourites_count: 2 })
    await fetchNow(account_id)
    service.advance(24 * 3600)
    const today = formatDay(service.deps.clock())
    mastodon.settings.followers = 310
    Object.assign(one, { favourites_count: 9, replies_count: 3 })
    mastodon.statuses.splice(mastodon.statuses.indexOf(two), 1)
    await fetchNow(account_id)

    const { body } = await range({ account_id, metrics: everything })
    const [yesterday, last] = body.data.slice(-2)
    const values = (day: { metrics: { id: string; value: number }[] }) =>
      Object.fromEntries(day.metrics.map(({ id, value }) => [id, value]))
    // Nothing is known from before, so the first day has no increase.
    expect(values(yesterday)).toEqual({ publishing: 2, followers: 300 })
    expect(values(last)).toEqual({ publishing: 0, followers: 310, likes: 4, engagement: 7 })
    expect(last.date).toBe(today)
    expect(body.baseLine).toMatchObject({ publishing: { value: 2 }, followers: { value: 310 } })
    expect(body.data[0].metrics).toEqual([{ id: 'publishing', value: 0, prevValue: 0 }])

    const posts = (await read(`posts?account_id=${account_id}`)).body
    expect(posts).toMatchObject({ all_posts_count: 2, current_page: 1, pages_count: 1 })
    const findMetrics = (id: number) => posts.posts.find((post: { id: number }) => post.id === id)
    expect(findMetrics(first).metrics).toEqual([
      { id: 'likes', value: 9 },
      { id: 'shares', value: 1 },
      { id: 'replies', value: 3 },
    ])
    expect(findMetrics(gone).metrics[0]).toEqual({ id: 'likes', value: 2 })
  })

  test('Bluesky, by the watcher: due accounts are asked, and not again', async () => {
    const id = await create('bluesky', 'Counted too')
    await waitForStatus(id, 'published')
    bluesky.profile.followersCount = 42
    Object.assign(bluesky.posts.at(-1)?.counts ?? {}, { likeCount: 6, repostCount: 2 })
    await planFigures(service.deps.clock().toISOString(), ids.bluesky)
    await watchFigures(service.deps)
    const asked = () => read(`posts?account_id=${ids.bluesky}`)
    await expect.poll(async () => (await asked()).body.posts[0].metrics.length).toBe(3)
    expect((await asked()).body.posts[0].metrics).toContainEqual({ id: 'likes', value: 6 })
    const { body } = await read(`aggregated?account_id=${ids.bluesky}`)
    expect(body.baseLine).toEqual({
      followers_aggregated: { value: 42 },
      publishing_aggregated: { value: 1, prevValue: 0 },
    })
  })

  test('a webhook has only what was published; nobody knows the audience', async () => {
    const { body } = await range({ account_id: String(ids.webhook), metrics: everything })
    const known = body.data.flatMap(({ metrics }: { metrics: { id: string }[] }) => metrics)
    expect(new Set(known.map(({ id }: { id: string }) => id))).toEqual(new Set(['publishing']))
    expect((await read(`audience?account_id=${ids.webhook}`)).body).toEqual({ data: {} })
  })
})

test('400, 404: periods and accounts', async () => {
  const account_id = ids.mastodon
  const metrics = ['likes']
  const backwards = { account_id, metrics, date_from: '2026-11-02', date_to: '2026-11-01' }
  expect((await range(backwards)).status).toBe(400)
  const long = { account_id, metrics, date_from: '2024-01-01', date_to: '2026-01-01' }
  expect((await range(long)).status).toBe(400)
  expect((await range({ account_id, metrics, tz: 'Mars/Base' })).status).toBe(400)
  const { key } = await service.tenant()
  for (const path of ['posts', 'aggregated', 'audience']) {
    const foreign = await read(`${path}?account_id=${account_id}`, key)
    const unknown = await read(`${path}?account_id=999999999`, key)
    expect([foreign.status, foreign.body.detail]).toEqual([404, unknown.body.detail])
  }
  expect((await range({ account_id, metrics }, key)).status).toBe(404)
})

test('rules: an increase needs two days, and nothing unknown becomes zero', () => {
  const days = daysBetween('2026-02-27', '2026-03-02')
  expect(days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
  const figure = (day: string, likes: number | null, followers: number | null = null) => ({
    ...{ day, likes, followers, shares: null, replies: null },
  })
  const figures = [
    figure('2026-02-20', 4),
    figure('2026-02-28', 9, 50),
    figure('2026-03-01', null),
    figure('2026-03-02', 3, 48),
  ]
  const values = valuesByDay(days, figures, new Map([['2026-03-01', 2]]))
  expect([...values.values()]).toEqual([
    { publishing: 0 },
    { publishing: 0, followers: 50, likes: 5, engagement: 5 },
    { publishing: 2 },
    { publishing: 0, followers: 48 },
  ])
  expect(computeTotals(values)).toEqual({ publishing: 2, followers: 48, likes: 5, engagement: 5 })
  expect(compared(undefined, 3)).toBeUndefined()
})
