import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useTenant } from '../../server/test/harness.ts'
import { card, column, createBoard, waitForTitles } from './board-page.ts'
import { phone, useConsole } from './use-console.ts'

const { service, open } = useConsole()
const mia = useTenant(service)

/** Simulates touch through the browser's own input events. */
async function fingerOn(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
    })
  return {
    down: (x: number, y: number) => send('touchStart', x, y),
    to: (x: number, y: number) => send('touchMove', x, y),
    up: () => send('touchEnd'),
  }
}

async function openOnPhone(titles: string[]) {
  const made = await createBoard(service, mia, titles)
  const page = await open(mia, { path: made.path, size: phone })
  await page.getByRole('radio', { name: /To Do/ }).click()
  await card(page, titles[0] as string).waitFor()
  const findPlace = async (title: string) => {
    const box = await card(page, title).boundingBox()
    if (!box) throw new Error(`${title} is not in sight`)
    return box
  }
  return { ...made, page, placeOf: findPlace, finger: await fingerOn(page) }
}

/** A lifted card has a second copy that follows the finger. */
const isLifted = (page: Page, title: string) =>
  expect.poll(() => page.locator('a', { hasText: title }).count()).toBe(2)

describe('by finger', () => {
  test('a long press lifts a card, releasing drops it', async () => {
    const { page, placeOf, finger } = await openOnPhone(['One', 'Two', 'Three'])
    const from = await placeOf('Three')
    const to = await placeOf('One')
    await finger.down(100, from.y + 20)
    await isLifted(page, 'Three')
    await finger.to(100, from.y - 10)
    await finger.to(100, to.y + 5)
    await finger.up()
    await waitForTitles(page, 'To Do', ['Three', 'One', 'Two'])
  })

  test('at the edge, the next column scrolls in, and the card stays there', async () => {
    const { page, placeOf, finger, call, slug, statuses } = await openOnPhone(['One', 'Two'])
    const from = await placeOf('Two')
    await finger.down(100, from.y + 20)
    await isLifted(page, 'Two')
    await finger.to(200, 400)
    await finger.to(phone.width - 10, 400)
    await column(page, 'To Do').waitFor({ state: 'hidden' })
    await finger.to(200, 400)
    await finger.up()
    // On a slow machine the column may have changed more than once before the finger moved back.
    const statusNow = async () => {
      const { results } = await call('GET', `/api/v1/pm/tasks?board=${slug}&search=Two`)
      return results[0].status
    }
    const findTitle = (status: string) =>
      statuses.find(({ id }: { id: string }) => id === status).title
    await expect
      .poll(async () => findTitle(await statusNow()))
      .toBeOneOf(['In Progress', 'Completed'])
    const title = findTitle(await statusNow())
    await column(page, title).waitFor()
    await waitForTitles(page, title, ['Two'])
  })

  test('a finger that moves immediately scrolls and lifts nothing', async () => {
    const titles = Array.from({ length: 20 }, (_, at) => `Task ${at + 10}`)
    const { page, placeOf, finger, call, slug } = await openOnPhone(titles)
    const { y } = await placeOf('Task 14')
    const scroller = column(page, 'To Do').locator('[data-scroller]')
    const scrolled = () => scroller.evaluate(({ scrollTop }) => scrollTop)
    await expect.poll(scrolled).toBe(0)
    // Sent together: if the test waited for each, a busy machine could make it a long press.
    const down = finger.down(150, y)
    const steps = Array.from({ length: 8 }, (_, at) => finger.to(150, y - (at + 1) * 25))
    await Promise.all([down, ...steps])
    await expect.poll(scrolled).toBeGreaterThan(50)
    // Timers fire in order: one that would have lifted the card has fired by then.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 600)))
    await expect.poll(() => page.locator('a', { hasText: 'Task 14' }).count()).toBe(1)
    const url = page.url()
    await finger.up()
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)))
    expect(page.url()).toBe(url)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    const titlesNow = await call('GET', `/api/v1/pm/tasks?board=${slug}&sort=order&page_size=100`)
    expect(titlesNow.results.map(({ title }: { title: string }) => title)).toEqual(titles)
  })
})
