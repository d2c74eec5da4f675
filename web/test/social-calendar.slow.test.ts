import { expect, test } from 'vitest'
import { base } from '../../server/test/use-social.ts'
import { findViolations, phone } from './use-console.ts'
import { dateInNextMonth, formatDay, useSocialPage, zone } from './use-social-page.ts'

const { service, open, mia, receiver, ids, call, create } = useSocialPage()

test('the calendar is changed by mouse and by keyboard, and others see it', async () => {
  const days = [dateInNextMonth(10), dateInNextMonth(16), dateInNextMonth(17)] as const
  const made = await create({
    ...{ message: 'Movable', account_ids: [ids.bluesky, ids.news], action: 'schedule' },
    ...{ date: `${days[0]} 10:15`, tz: zone },
  })
  const tom = await service.colleague(mia, 'member')
  const page = await open(mia, { path: `/social?day=${days[0]}` })
  const on = (one: typeof page, day: string) =>
    one
      .getByRole('region', { name: formatDay(day), exact: true })
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
  await on(page, days[0]).dragTo(
    page.getByRole('region', { name: formatDay(days[1]), exact: true }),
  )
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

test('a free slot of the calendar opens the composer with its time, by keyboard too', async () => {
  const days = [dateInNextMonth(11), dateInNextMonth(18), dateInNextMonth(19)] as const
  const weekday = formatDay(days[2]).slice(0, 3).toLowerCase()
  await call('POST', `${base}/queue-slots`, { account_id: ids.news, weekday, time: '15:45' })
  const page = await open(mia, { path: `/social?day=${days[0]}` })
  await page.getByRole('button', { name: `New post on ${formatDay(days[0])}, 09:00` }).focus()
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(() => page.evaluate('document.activeElement.ariaLabel'))
    .toBe(`New post on ${formatDay(days[1])}, 09:00`)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Write a post' })
  const isScheduledFor = async (day: string, time: string) => {
    await expect.poll(() => dialog.getByLabel('Day', { exact: true }).inputValue()).toBe(day)
    await expect.poll(() => dialog.getByLabel('Time', { exact: true }).inputValue()).toBe(time)
  }
  await isScheduledFor(days[1], '09:00')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: `queue slot ${formatDay(days[2])}, 15:45, for News` })
    .first()
    .click()
  await isScheduledFor(days[2], '15:45')
  await dialog.getByLabel('Text').fill('From the queue')
  await dialog.getByRole('region', { name: 'Preview' }).getByText('14 of 5000 characters').waitFor()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await page
    .getByRole('region', { name: formatDay(days[2]), exact: true })
    .getByRole('link', { name: /15:45.*From the queue/ })
    .waitFor()
})

test('on a phone, the calendar is a list of days that opens posts', async () => {
  const anna = await service.tenant()
  const { key } = anna
  const post = (path: string, body: object) => call('POST', base + path, body, { key })
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
  await page.getByRole('heading', { name: new RegExp(formatDay(day)) }).waitFor()
  await page
    .getByRole('link', { name: /13:00.*With coffee/ })
    .filter({ visible: true })
    .waitFor()
  await expect.poll(() => page.getByText('Some day').count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
    .toBeLessThanOrEqual(0)
  await page
    .getByRole('link', { name: /Open on Sunday/ })
    .filter({ visible: true })
    .tap()
  await page.getByRole('status').getByText('Scheduled').waitFor()
  await page.getByRole('button', { name: 'Edit' }).tap()
  await page.getByLabel('Text').fill('Open on Monday')
  await page.getByRole('button', { name: 'Schedule' }).tap()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Open on Monday').waitFor()
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
