import { describe, expect, test } from 'vitest'
import { base } from '../../server/test/use-social.ts'
import { findViolations } from './use-console.ts'
import { dateInNextMonth, formatDay, useSocialPage, zone } from './use-social-page.ts'

const { service, open, mia, mastodon, receiver, ids, call, create } = useSocialPage()

describe('the composer', () => {
  test("counts like each network, and schedules in the workspace's time zone", async () => {
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
    const preview = dialog.getByRole('region', { name: 'Preview' })
    await preview.getByText('@studio.bsky.social').click()
    await expect.poll(() => preview.locator('mark').textContent()).toHaveLength(27)
    await preview.getByText(/^No card: /).waitFor()
    await dialog.getByRole('button', { name: /When/ }).click()
    await page.getByRole('option', { name: 'Pick a date and time' }).click()
    await counters.getByText('27 characters too long.').waitFor()
    const day = dateInNextMonth(14)
    await dialog.getByLabel('Day', { exact: true }).fill(day)
    await dialog.getByLabel('Time', { exact: true }).fill('23:30')
    await dialog.getByText(/Pacific\/Auckland, GMT\+1[23]/).waitFor()
    const schedule = dialog.getByRole('button', { name: 'Schedule' })
    await expect.poll(() => schedule.isDisabled()).toBe(true)
    expect(await findViolations(page)).toEqual([])
    await dialog.getByLabel('Text').fill('Late in the evening')
    await schedule.click()
    await dialog.waitFor({ state: 'detached' })

    await page.goto(`${new URL(page.url()).origin}/social?day=${day}`)
    const cell = page.getByRole('region', { name: formatDay(day), exact: true })
    await cell.getByRole('link', { name: /23:30.*Late in the evening/ }).waitFor()
    const posts = await call('GET', `${base}/get-posts?account_ids=${ids.mastodon}&tz=${zone}`)
    expect(posts.results[0].local_date).toBe(`${day} 23:30`)
    // The week starts on the workspace's first day.
    await expect
      .poll(() =>
        page
          .getByText(/^(Sun|Mon|Sat)$/)
          .first()
          .textContent(),
      )
      .toBe('Sun')
    expect(await findViolations(page)).toEqual([])
  })

  test('saves a draft with an image from this device and its alt text', async () => {
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
      .poll(() =>
        shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      )
      .toBeGreaterThan(0)
    await page.getByText('#Autumn, #Shop').waitFor()
    expect(await findViolations(page)).toEqual([])
  })
})

describe('a group of posts', () => {
  test('is marked on each post, and is changed and deleted as a whole', async () => {
    const made = await create({
      ...{ message: 'A group', account_ids: [ids.mastodon, ids.bluesky, ids.news] },
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
    await expect.poll(() => counters.getByRole('listitem').count()).toBe(1)
    await dialog.getByText('On all 3 accounts').click()
    await expect.poll(() => counters.getByRole('listitem').count()).toBe(3)
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
    expect(await findViolations(page)).toEqual([])
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
    expect(await findViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete on all 3 accounts' }).click()
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.getByText('Deleted on all accounts.').waitFor()
    const query = `account_ids=${ids.mastodon},${ids.bluesky},${ids.news}&group_id=${made.group_id}`
    expect((await call('GET', `${base}/get-drafts?${query}`)).count).toBe(0)
  })
})

test('a failed post says why, and a retry publishes it', async () => {
  receiver.next.push(400)
  const made = await create({ message: 'Twice', account_ids: [ids.news], action: 'publish' })
  const page = await open(mia, { path: `/social/${made.posts[0].id}` })
  await page.getByRole('status').getByText('Failed').waitFor()
  await page.getByRole('alert').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('status').getByText('Published').waitFor()
  await page.getByRole('link', { name: 'View post' }).waitFor()
})

test('an account is connected, gets a queue, and is disconnected', async () => {
  const anna = await service.tenant()
  const page = await open(anna, { path: '/social' })
  await page.getByText('No accounts connected').waitFor()
  await page.getByRole('button', { name: 'Connect an account' }).click()
  await page.getByLabel('Server').fill(mastodon.url)
  await page.getByLabel('Access token').fill('wrong')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByText(/token|401|refuse/i)
    .last()
    .waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByLabel('Access token').fill(mastodon.token)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const card = page.getByRole('article')
  await card.getByText('Connected').waitFor()
  expect(await page.content()).not.toContain(mastodon.token)
  await card.getByRole('button', { name: /Add a time/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await card.getByText('Monday 09:30').waitFor()
  expect(await findViolations(page)).toEqual([])
  await card.getByRole('button', { name: /More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('No accounts yet').waitFor()
})

test('lists are filtered by the URL', async () => {
  await create({ message: 'About mugs', account_ids: [ids.news], tags: ['Winter'] })
  await create({ message: 'About chairs', account_ids: [ids.mastodon] })
  const page = await open(mia, { path: '/social?view=drafts&search=about&sort=message-asc' })
  await page.getByRole('link', { name: /About chairs/ }).waitFor()
  await page.getByRole('link', { name: /About mugs/ }).waitFor()
  await page.getByRole('button', { name: /Tag/ }).click()
  await page.getByRole('option', { name: '#Winter' }).click()
  await page.getByRole('link', { name: /About chairs/ }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /About mugs/ }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('tag')).toBe('Winter')
  expect(await findViolations(page)).toEqual([])
  await page.goBack()
  await page.getByLabel('Search posts').fill('chairs')
  await page.getByRole('link', { name: /About mugs/ }).waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('chairs')
  await page.getByRole('link', { name: /About chairs/ }).waitFor()
})

test('a browser without Temporal downloads it', async () => {
  const page = await open(mia, { path: '/settings' })
  await page.evaluate('delete globalThis.Temporal')
  await page.getByRole('link', { name: 'Social' }).click()
  await page.getByRole('button', { name: 'Next month' }).waitFor()
  await expect.poll(() => page.evaluate('typeof Temporal')).toBe('object')
})

/** A red dot. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
