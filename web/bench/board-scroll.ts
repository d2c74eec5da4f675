import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { type StartedAtelier, startAtelier } from '../../bench/src/start-atelier.ts'
import { findBrowser } from '../test/find-browser.ts'

/**
 * node web/bench/board-scroll.ts: how evenly a board of 2,000 tasks scrolls, beside a page that has
 * nothing to do but scroll, by turns. What a frame costs the page is told in processor time, too,
 * which a busy machine changes less than the time between frames.
 */
const tasks = 2000
const turns = 3
const scrollMs = 4000
const slowFrameMs = 20

interface Scrolled {
  frames: number
  slow: number
  worstMs: number
  /** Processor time of the page's main thread. */
  cpuMsPerFrame: number
}

/** Runs in the page: the milliseconds between frames, for a while. */
const noteFrames = `(ms) => new Promise((resolve) => {
  const gaps = []
  const start = performance.now()
  let last = start
  const step = () => {
    const now = performance.now()
    gaps.push(now - last)
    last = now
    if (now - start > ms) resolve(gaps.slice(1))
    else requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})`

await import('../../scripts/build-console.js')
const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
const server = await startAtelier({ ATELIER_DATA_DIR: folder })
const args = ['--no-sandbox', '--disable-gpu']
const browser = await chromium.launch({ executablePath: await findBrowser(), args })
try {
  await fillBoard(server)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const board = await context.newPage()
  await signIn(board, server)
  await board.goto(`${server.baseUrl}/boards/bench`)
  await board.locator('[data-card]').first().waitFor({ timeout: 60_000 })
  const cards = await board.locator('[data-card]').count()
  process.stdout.write(`${cards} of ${tasks} cards are on the page\n`)
  const empty = await context.newPage()
  await empty.setContent(
    '<div data-scroller style="height:800px;overflow:auto"><div style="height:190000px"></div></div>',
  )
  for (let turn = 1; turn <= turns; turn++) {
    print(`board, turn ${turn}`, await scroll(board))
    print(`empty page, turn ${turn}`, await scroll(empty))
  }
} finally {
  await browser.close()
  server.child.kill()
  await new Promise((resolve) => server.child.once('exit', resolve))
  await rm(folder, { recursive: true, force: true })
}

/** All in one column, which is the hardest to show. */
async function fillBoard({ baseUrl, headers }: StartedAtelier): Promise<void> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  await post('/pm/boards', { title: 'Bench', slug: 'bench' })
  const priorities = ['low', 'medium', 'high', 'urgent', null]
  for (let at = 0; at < tasks; at += 50) {
    const some = Array.from({ length: 50 }, (_, index) => at + index)
    await Promise.all(
      some.map((number) =>
        post('/pm/tasks', {
          board: 'bench',
          title: `Task ${number} ${'of a length that differs '.repeat(number % 4)}`.trim(),
          priority: priorities[number % 5],
          tags: [`tag ${number % 7}`, `kind ${number % 3}`].slice(0, number % 3),
          ...(number % 2 === 0 && { due_date: '2026-12-24' }),
        }),
      ),
    )
  }
}

async function signIn(page: Page, { baseUrl, headers }: StartedAtelier): Promise<void> {
  const password = 'correct horse battery'
  const json = { ...headers, 'content-type': 'application/json' }
  const body = JSON.stringify({ new_password: password })
  await fetch(`${baseUrl}/api/v1/auth/password`, { method: 'POST', headers: json, body })
  await page.goto(`${baseUrl}/sign-in`)
  await page.getByLabel('Email').fill('owner@atelier.local')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${baseUrl}/inbox`)
}

/** Turns the wheel and notes when each frame comes. */
async function scroll(page: Page): Promise<Scrolled> {
  await page.bringToFront()
  const scroller = page.locator('[data-scroller]', { has: page.locator('[data-card]') })
  const target = (await scroller.count()) > 0 ? scroller.first() : page.locator('[data-scroller]')
  await target.evaluate('(element) => element.scrollTo(0, 0)')
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to scroll')
  await page.mouse.move(box.x + 100, box.y + 200)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const frames = page.evaluate<number[]>(`(${noteFrames})(${scrollMs})`)
  const before = await taskSeconds()
  let isDone = false
  void frames.then(() => {
    isDone = true
  })
  while (!isDone) await page.mouse.wheel(0, 120)
  const gaps = await frames
  const cpuSeconds = (await taskSeconds()) - before
  const moved = (await target.evaluate('(element) => element.scrollTop')) as number
  if (moved < 1000) throw new Error(`It has hardly scrolled: ${moved} px`)
  await devtools.detach()
  return {
    frames: gaps.length,
    slow: gaps.filter((gap) => gap > slowFrameMs).length,
    worstMs: Math.max(...gaps),
    cpuMsPerFrame: (cpuSeconds * 1000) / gaps.length,
  }

  async function taskSeconds(): Promise<number> {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
}

function print(name: string, { frames, slow, worstMs, cpuMsPerFrame }: Scrolled): void {
  const perSecond = Math.round((frames * 1000) / scrollMs)
  process.stdout.write(
    `${name.padEnd(20)} ${String(perSecond).padStart(4)} frames/s, ${String(slow).padStart(3)} of ${frames} over ${slowFrameMs} ms, worst ${worstMs.toFixed(0)} ms, ${cpuMsPerFrame.toFixed(1)} ms of CPU a frame\n`,
  )
}
