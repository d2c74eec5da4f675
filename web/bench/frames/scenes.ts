import type { Locator, Page } from 'playwright-core'
import { counts } from './fill.ts'
import { loadAll } from './load-all.ts'

export interface Scene {
  name: string
  page: Page
  /** Before each turn. */
  prepare: () => Promise<unknown>
  use: () => Promise<void>
  /** The scene of an empty page that is used in the same way. */
  limit?: string
}

interface Scrollable {
  scrollTop: number
  scrollTo(x: number, y: number): void
}

const useMs = 4000
/** Fast for a finger on a wheel: about a hundred lines a second. */
const wheelPx = 120
const everyMs = 16

const plainList =
  '<!doctype html><div data-scroller style="height:800px;overflow:auto"><div style="height:700000px"></div></div>'
const plainCard = `<!doctype html><body style="margin:0;height:900px">
  <div data-card style="position:fixed;width:260px;height:80px;background:#ddd"></div>
  <script>addEventListener('pointermove', ({ clientX, clientY }) => {
    document.querySelector('[data-card]').style.translate = clientX + 'px ' + clientY + 'px'
  })</script>`

export async function openScenes(newPage: () => Promise<Page>, baseUrl: string): Promise<Scene[]> {
  const [empty, plain, board, inbox, loaded] = await Promise.all([
    newPage(),
    newPage(),
    newPage(),
    newPage(),
    newPage(),
  ])
  await empty.setContent(plainList)
  await plain.setContent(plainCard)
  const column = board.locator('[data-scroller]').nth(1)
  const findList = (page: Page) => page.getByRole('list', { name: 'Notifications' }).locator('..')
  const openInbox = async (page: Page) => {
    await page.goto(`${baseUrl}/inbox`)
    await page.getByRole('link', { name: /no\. 1 of/ }).waitFor()
  }
  const openBoard = async () => {
    await board.goto(`${baseUrl}/boards/bench`)
    await column.locator('[data-card]').first().waitFor()
  }
  const toTop = (scroller: Locator) =>
    scroller.evaluate((element: Scrollable) => element.scrollTo(0, 0))
  await loaded.bringToFront()
  await openInbox(loaded)
  await loadAll(`the inbox of ${counts.notifications}`, findList(loaded))
  const emptyList = empty.locator('[data-scroller]')
  const scrolled = 'an empty page, scrolled'
  const dragged = 'an empty page, a card dragged'
  return [
    {
      name: scrolled,
      page: empty,
      prepare: () => toTop(emptyList),
      use: () => scroll(empty, emptyList),
    },
    {
      name: `a board of ${counts.cards} cards, scrolled`,
      page: board,
      prepare: openBoard,
      use: () => scroll(board, column),
      limit: scrolled,
    },
    {
      name: 'the inbox, loading on the way',
      page: inbox,
      prepare: () => openInbox(inbox),
      use: () => scroll(inbox, findList(inbox)),
      limit: scrolled,
    },
    {
      name: `the inbox of ${counts.notifications}, loaded`,
      page: loaded,
      prepare: () => toTop(findList(loaded)),
      use: () => scroll(loaded, findList(loaded)),
      limit: scrolled,
    },
    {
      name: dragged,
      page: plain,
      prepare: () => plain.mouse.move(500, 300),
      use: () => drag(plain, plain.locator('[data-card]')),
    },
    {
      name: `a board of ${counts.cards}, a card dragged`,
      page: board,
      prepare: openBoard,
      use: () => drag(board, column.locator('[data-card]').nth(1)),
      limit: dragged,
    },
  ]
}

async function scroll(page: Page, scroller: Locator): Promise<void> {
  const { x, y } = await findPlace(scroller)
  await page.mouse.move(x + 100, y + 200)
  await repeat(() => page.mouse.wheel(0, wheelPx))
  const moved = await scroller.evaluate((element: Scrollable) => element.scrollTop)
  if (!(moved > 1000)) throw new Error(`The page has hardly scrolled: ${moved} px`)
}

/** Carries a card in circles over the columns, and drops it where it was. */
async function drag(page: Page, card: Locator): Promise<void> {
  const { x, y } = await findPlace(card)
  await page.mouse.move(x + 40, y + 20)
  await page.mouse.down()
  let angle = 0
  await repeat(() => {
    angle += 0.06
    return page.mouse.move(720 + 420 * Math.cos(angle), 480 + 220 * Math.sin(angle))
  })
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

async function repeat(step: () => Promise<void>): Promise<void> {
  const end = Date.now() + useMs
  while (Date.now() < end) {
    const next = Date.now() + everyMs
    await step()
    await new Promise((then) => setTimeout(then, Math.max(0, next - Date.now())))
  }
}

async function findPlace(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('There is nothing to point at')
  return box
}
