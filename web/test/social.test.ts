import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlueskyServer, startBluesky } from '../../server/test/bluesky-server.ts'
import type { Tenant } from '../../server/test/harness.ts'
import { type MastodonServer, startMastodon } from '../../server/test/mastodon-server.ts'
import { type PostReceiver, startReceiver } from '../../server/test/post-receiver.ts'
import { phone, violationsOf, withConsole } from './with-console.ts'

const { service, open } = withConsole()
const base = '/api/v1/service/social-media'
let mia: Tenant
let toots: MastodonServer
let sky: BlueskyServer
let receiver: PostReceiver
let mastodon: number
let bluesky: number
let news: number

/** Far from the test browser's time zone, and a day ahead in the evening. */
const zone = 'Pacific/Auckland'

beforeAll(async () => {
  mia = await service.tenant()
  toots = await startMastodon()
  sky = await startBluesky()
  receiver = await startReceiver()
  const { handle, password: app_password } = sky
  mastodon = await connect({ network: 'mastodon', base_url: toots.url, access_token: toots.token })
  bluesky = await connect({ network: 'bluesky', service_url: sky.url, handle, app_password })
  news = await connect({
    network: 'webhook',
    url: receiver.url,
    secret: receiver.secret,
    name: 'News',
  })
  const settings = { timezone: zone, start_of_week: 'sun' }
  await call('PATCH', '/api/v1/workspaces/current', { settings })
})

afterAll(async () => {
  for (const server of [toots, sky, receiver]) await server?.close()
})

async function call(method: string, path: string, body?: unknown, key = mia.key) {
  const answer = await service.call(method, path, { key, ...(body !== undefined && { body }) })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

async function connect(body: object): Promise<number> {
  return (await call('POST', `${base}/accounts`, body)).id
}

const create = (body: object) => call('POST', `${base}/create`, body)

/** In the middle of the next month, so that its calendar view shows all of them. */
function inNextMonth(date: number): string {
  const now = new Date()
  const there = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, date))
  return there.toISOString().slice(0, 10)
}

const named = (day: string) =>
  new Intl.DateTimeFormat('en', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(new Date(`${day}T00:00Z`))

describe('the composer', () => {
  test('counts as each network does, and plans on the clocks of the workspace', async () => {
    const page = await open(mia, { path: '/social' })
    await page.getByRole('button', { name: 'Write a post' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText(/Mastodon|@/)
      .first()
      .waitFor()
    for (const account of await dialog
      .locator('label', { has: page.getByRole('checkbox') })
      .all()) {
      await account.click()
    }
    const link = `https://example.com/${'x'.repeat(300)}`
    await dialog.getByLabel('Text').fill(`Look 👩‍👩‍👧 ${link}`)
    const counters = dialog.getByRole('list', { name: 'Length by account' })
    // A family emoji is one character; a link counts as 23 on Mastodon and in full elsewhere.
    await counters.getByText('30 / 500').waitFor()
    await counters.getByText(/^327 \/ 300$/).waitFor()
    await counters.getByText(/^327 \/ 5000$/).waitFor()
    await dialog.getByRole('button', { name: /When/ }).click()
    await page.getByRole('option', { name: 'Pick a date and time' }).click()
    await counters.getByText('27 characters too long.').waitFor()
    const day = inNextMonth(14)
    await dialog.getByLabel('Day', { exact: true }).fill(day)
    await dialog.getByLabel('Time', { exact: true }).fill('23:30')
    await dialog.getByText(/Pacific\/Auckland, GMT\+1[23]/).waitFor()
    const schedule = dialog.getByRole('button', { name: 'Schedule' })
    expect(await schedule.isDisabled()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByLabel('Text').fill('Late in the evening')
    await schedule.click()
    await dialog.waitFor({ state: 'detached' })

    await page.goto(`${new URL(page.url()).origin}/social?day=${day}`)
    const cell = page.getByRole('region', { name: named(day), exact: true })
    await cell.getByRole('link', { name: /23:30.*Late in the evening/ }).waitFor()
    const posts = await call('GET', `${base}/get-posts?account_ids=${mastodon}&tz=${zone}`)
    expect(posts.results[0].local_date).toBe(`${day} 23:30`)
    // The week starts on the workspace's first day.
    expect(
      await page
        .getByText(/^(Sun|Mon|Sat)$/)
        .first()
        .textContent(),
    ).toBe('Sun')
    expect(await violationsOf(page)).toEqual([])
  })

  test('keeps a draft with a picture from this device and its words', async () => {
    const page = await open(mia, { path: '/social?view=drafts&compose=new', theme: 'dark' })
    const dialog = page.getByRole('dialog', { name: 'Write a post' })
    await dialog.getByText('News').click()
    await dialog.getByLabel('Text').fill('A mug on a table')
    await dialog.getByRole('button', { name: 'Add media' }).click()
    const picker = page.getByRole('dialog', { name: 'Choose an image or video' })
    await picker.getByText('No images or videos yet').waitFor()
    const chooser = page.waitForEvent('filechooser')
    await picker.getByRole('button', { name: 'Upload' }).click()
    await (await chooser).setFiles({ name: 'mug.png', mimeType: 'image/png', buffer: picture })
    await dialog.getByLabel('Description').fill('A red mug')
    await dialog.getByLabel('Tags').fill('Autumn, Shop')
    await dialog.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('link', { name: /A mug on a table/ }).click()
    await page.getByText('A red mug').waitFor()
    const shown = page.getByRole('article').locator('img[src*="mug.png"]')
    await expect
      .poll(
        () =>
          shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
        {
          timeout: 20_000,
        },
      )
      .toBeGreaterThan(0)
    await page.getByText('#Autumn, #Shop').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})

describe('what was written together', () => {
  test('says so on each, and is changed and deleted as a whole', async () => {
    const made = await create({
      ...{ message: 'A group', account_ids: [mastodon, bluesky, news] },
      additional: { mastodon: { language: 'de', theirs: 1 } },
    })
    const [first, second] = made.posts
    const page = await open(mia, { path: `/social/${first.id}` })
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
    })
    await page.reload()
    const others = page.getByRole('region', { name: 'Also on' })
    await others.getByRole('link', { name: /News.*Draft/ }).waitFor()
    // Drafts and posts share one URL, and each is requested only once.
    expect(refused).toEqual([])

    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit post' })
    const counters = dialog.getByRole('list', { name: 'Length by account' })
    expect(await counters.getByRole('listitem').count()).toBe(1)
    await dialog.getByText('On all 3 accounts').click()
    expect(await counters.getByRole('listitem').count()).toBe(3)
    await dialog.getByLabel('Text').fill('Everywhere')
    await dialog.getByRole('button', { name: 'Add a reply' }).click()
    await dialog.getByLabel('Reply 1', { exact: true }).fill(`${'x'.repeat(300)}y`)
    await dialog.getByLabel(/Content warning on Mastodon/).fill('Chairs')
    await counters.getByText('16 / 500').waitFor()
    await counters.getByText('10 / 300').waitFor()
    await dialog.getByRole('button', { name: /Who sees it on Mastodon/ }).click()
    await page.getByRole('option', { name: 'Followers' }).click()
    await dialog.getByRole('button', { name: /Content label for images on Bluesky/ }).click()
    await page.getByRole('option', { name: 'Nudity' }).click()
    await counters.getByText('Reply 1 is 1 over the limit.').waitFor()
    await dialog.getByLabel('Reply 1', { exact: true }).fill('And a chair')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save draft' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await call('GET', `${base}/entries/${second.id}`)).toMatchObject({
      message: 'Everywhere',
      comments: ['And a chair'],
      additional: {
        mastodon: { visibility: 'private', spoiler_text: 'Chairs', language: 'de', theirs: 1 },
        bluesky: { labels: ['nudity'] },
      },
    })
    await page.getByRole('list', { name: 'Audience and warnings' }).getByText('Chairs').waitFor()
    await page.getByText('And a chair').waitFor()
    expect(await violationsOf(page)).toEqual([])

    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete on all 3 accounts' }).click()
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.getByText('Deleted on all accounts.').waitFor()
    const query = `account_ids=${mastodon},${bluesky},${news}&group_id=${made.group_id}`
    expect((await call('GET', `${base}/get-drafts?${query}`)).count).toBe(0)
  })
})

describe('the calendar', () => {
  test('is changed by mouse and by keyboard, and others see it', async () => {
    const days = [inNextMonth(10), inNextMonth(16), inNextMonth(17)] as const
    const made = await create({
      ...{ message: 'Movable', account_ids: [bluesky, news], action: 'schedule' },
      ...{ date: `${days[0]} 10:15`, tz: zone },
    })
    const tom = await service.colleague(mia, 'member')
    const page = await open(mia, { path: `/social?day=${days[0]}` })
    const on = (one: typeof page, day: string) =>
      one
        .getByRole('region', { name: named(day), exact: true })
        .getByRole('link', { name: /Movable/ })
    const asked: URL[] = []
    page.on('request', (request) => {
      if (/get-(drafts|posts)/.test(request.url())) asked.push(new URL(request.url()))
    })
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('button', { name: 'Previous month' }).click()
    await on(page, days[0]).waitFor()
    // Only the visible month is requested.
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(2)
    for (const { searchParams } of asked) {
      const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''))
      expect(((to ?? 0) - (from ?? 0)) / 86_400_000 + 1).toBeOneOf([28, 35, 42])
    }
    const other = await open(tom, { path: `/social?day=${days[0]}` })
    await on(page, days[0]).waitFor()
    await on(page, days[0]).dragTo(page.getByRole('region', { name: named(days[1]), exact: true }))
    await on(page, days[1]).waitFor()
    await on(other, days[1]).waitFor()
    // Both accounts' posts move, one after the other.
    await on(other, days[0]).waitFor({ state: 'detached' })
    const at = async () => (await call('GET', `${base}/posts/${made.posts[1].id}`)).date
    await expect.poll(at).toBe(instant(days[1], '10:15'))

    await on(other, days[1]).focus()
    await other.keyboard.press('Tab')
    await other.keyboard.press('Enter')
    const dialog = other.getByRole('dialog', { name: 'Move to another time' })
    await dialog.getByLabel('Day', { exact: true }).fill(days[2])
    await dialog.getByLabel('Time', { exact: true }).fill('08:45')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await on(page, days[2]).getByText('08:45').waitFor()
    await expect.poll(at).toBe(instant(days[2], '08:45'))
  })

  test('on a phone is a list of days, from which a post is opened', async () => {
    const anna = await service.tenant()
    const { key } = anna
    const post = (path: string, body: object) => call('POST', base + path, body, key)
    const webhook = { network: 'webhook', url: receiver.url, secret: receiver.secret, name: 'Shop' }
    const { id } = await post('/accounts', webhook)
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const content = { message: 'Open on Sunday', account_ids: [id], action: 'schedule' }
    await post('/create', { ...content, date: `${day} 12:00`, tz: 'UTC' })
    // A draft with a date is shown too; one without a date must not hide it.
    const draft = { account_ids: [id], action: 'draft' }
    await post('/create', { ...draft, message: 'Some day' })
    await post('/create', { ...draft, message: 'With coffee', date: `${day} 13:00`, tz: 'UTC' })
    const page = await open(anna, { path: `/social?day=${day}`, size: phone, theme: 'dark' })
    await page.getByRole('heading', { name: new RegExp(named(day)) }).waitFor()
    await page
      .getByRole('link', { name: /13:00.*With coffee/ })
      .filter({ visible: true })
      .waitFor()
    expect(await page.getByText('Some day').count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    expect(
      await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
    ).toBeLessThanOrEqual(0)
    await page
      .getByRole('link', { name: /Open on Sunday/ })
      .filter({ visible: true })
      .tap()
    await page.getByRole('status').getByText('Scheduled').waitFor()
    await page.getByRole('button', { name: 'Edit' }).tap()
    await page.getByLabel('Text').fill('Open on Monday')
    await page.getByRole('button', { name: 'Schedule' }).tap()
    await page.getByText('Open on Monday').waitFor()
  })
})

test('a post that failed says why, and goes out when it is tried again', async () => {
  receiver.next.push(400)
  const made = await create({ message: 'Twice', account_ids: [news], action: 'publish' })
  const page = await open(mia, { path: `/social/${made.posts[0].id}` })
  await page.getByRole('status').getByText('Failed').waitFor()
  await page.getByRole('alert').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('status').getByText('Published').waitFor()
  await page.getByRole('link', { name: 'View post' }).waitFor()
})

test('an account is connected, gets a queue, and is disconnected', async () => {
  const anna = await service.tenant()
  const page = await open(anna, { path: '/social' })
  await page.getByText('No accounts connected').waitFor()
  await page.getByRole('button', { name: 'Connect an account' }).click()
  await page.getByLabel('Server').fill(toots.url)
  await page.getByLabel('Access token').fill('wrong')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByText(/token|401|refuse/i)
    .last()
    .waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Access token').fill(toots.token)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const card = page.getByRole('article')
  await card.getByText('Connected').waitFor()
  expect(await page.content()).not.toContain(toots.token)
  await card.getByRole('button', { name: /Add a time/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await card.getByText('Monday 09:30').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await card.getByRole('button', { name: /More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('No accounts yet').waitFor()
})

test('lists are narrowed by what stands in the address', async () => {
  await create({ message: 'About mugs', account_ids: [news], tags: ['Winter'] })
  await create({ message: 'About chairs', account_ids: [mastodon] })
  const page = await open(mia, { path: '/social?view=drafts&search=about&sort=message-asc' })
  await page.getByRole('link', { name: /About chairs/ }).waitFor()
  await page.getByRole('link', { name: /About mugs/ }).waitFor()
  await page.getByRole('button', { name: /Tag/ }).click()
  await page.getByRole('option', { name: '#Winter' }).click()
  await page.getByRole('link', { name: /About chairs/ }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /About mugs/ }).waitFor()
  expect(new URL(page.url()).searchParams.get('tag')).toBe('Winter')
  expect(await violationsOf(page)).toEqual([])
  await page.goBack()
  await page.getByLabel('Search posts').fill('chairs')
  await page.getByRole('link', { name: /About mugs/ }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('search')).toBe('chairs')
  await page.getByRole('link', { name: /About chairs/ }).waitFor()
})

test('a browser without Temporal downloads it', async () => {
  const page = await open(mia, { path: '/settings' })
  await page.evaluate('delete globalThis.Temporal')
  await page.getByRole('link', { name: 'Social' }).click()
  await page.getByRole('button', { name: 'Next month' }).waitFor()
  expect(await page.evaluate('typeof Temporal')).toBe('object')
})

/** The instant of a local time in the zone. */
function instant(day: string, time: string): string {
  const wanted = `${day} ${time}`
  const show = new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  for (let hours = -14; hours <= 14; hours++) {
    const at = new Date(Date.parse(`${day}T${time}Z`) + hours * 3_600_000)
    if (show.format(at) === wanted) return at.toISOString()
  }
  throw new Error(`${wanted} does not exist`)
}

/** A red dot. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
