// An inbox with 10,000 lines, scrolled with the wheel in a real Chromium: how long its frames took,
// beside those of an empty page in the same browser. On a machine that does other things as well, the
// work that the page's own thread did for a frame says more than when the frame came. Run it with
//   node scripts/build-console.js && node web/bench/inbox-scroll.ts
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { startAtelier } from '../../bench/src/start-atelier.ts'
import { openDatabase } from '../../server/src/platform/postgres/db.ts'
import { openEmbeddedPostgres } from '../../server/src/platform/postgres/embedded.ts'
import { findBrowser } from '../test/find-browser.ts'

const wanted = 10_000
const seconds = 5
/** Fast for a finger on a wheel: about a hundred lines a second. */
const turn = { pixels: 120, everyMs: 16 }
/** A frame of a screen with 60 a second takes 16.7 ms; one that takes longer than this was missed. */
const lateMs = 20
const password = 'a password for the bench'

const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
await chmod(folder, 0o755)
const server = await openEmbeddedPostgres(folder)
const { child, baseUrl, headers } = await startAtelier({ DATABASE_URL: server.url })
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  await fill()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(120_000)
  await signIn(page)
  const tall = '<!doctype html><title>Empty</title><div style="height: 680000px"></div>'
  const empty = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await empty.setContent(tall)

  await empty.bringToFront()
  report('an empty page', await scroll(empty))
  await page.bringToFront()
  report('the inbox, reading on the way', await scroll(page))
  await readAll(page)
  report(`the inbox, ${wanted} lines read`, await scroll(page))
  await empty.bringToFront()
  report('the empty page again', await scroll(empty))
} finally {
  await browser.close()
  child.kill('SIGKILL')
  await server.release()
  await rm(folder, { recursive: true, force: true })
}

async function fill(): Promise<void> {
  const db = openDatabase(server.url, 'bench')
  await db.system`
    insert into notifications (id, workspace_id, user_id, category, title, message, extra, sender,
      in_app, read_at, created_at)
    select gen_random_uuid(), 1, 1,
      (array['agentTaskCompleted', 'agentNudge', 'agentError'])[1 + n % 3],
      'Notification no. ' || n || ' of the bench', 'Something was done, and this is what of it.',
      '{}', '{"id": 1, "name": "Scout", "kind": "agent"}', true,
      case when n % 4 > 0 then now() end, now() - make_interval(mins => n::int)
    from generate_series(1, ${wanted}::int) as n`
  await db.close()
}

async function signIn(page: Page): Promise<void> {
  await fetch(`${baseUrl}/api/v1/auth/password`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ new_password: password }),
  })
  await page.goto(`${baseUrl}/inbox`)
  const answer = await fetch(`${baseUrl}/api/v1/auth/me`, { headers })
  const me = (await answer.json()) as { user: { email: string } }
  await page.getByLabel('Email').fill(me.user.email)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Password').press('Enter')
  await page.getByRole('link', { name: /no\. 1 of/ }).waitFor()
}

/** Goes to the end again and again until the list has been read to its last line. */
async function readAll(page: Page): Promise<void> {
  const isWhole = `document.querySelector('li[aria-setsize="${wanted}"]') !== null`
  const goToEnd = `{
    const list = document.querySelector('ul[aria-label="Notifications"]').parentElement
    list.scrollTop = list.scrollHeight
  }`
  while (!(await page.evaluate(isWhole))) {
    await page.evaluate(goToEnd)
    await page.waitForTimeout(50)
  }
  await page.evaluate(goToEnd.replace('list.scrollHeight', '0'))
  await page.waitForTimeout(1000)
}

interface Scrolled {
  /** Between one and the next, in ms. */
  frames: number[]
  /** What the page's main thread was at work for, in ms of processor time. */
  workMs: number
}

/** Turns the wheel for some seconds. */
async function scroll(page: Page): Promise<Scrolled> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  const before = await worked()
  await page.mouse.move(500, 500)
  await page.evaluate(`{
    globalThis.times = []
    const note = (at) => { globalThis.times.push(at); globalThis.loop = requestAnimationFrame(note) }
    globalThis.loop = requestAnimationFrame(note)
  }`)
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    await page.mouse.wheel(0, turn.pixels)
    await page.waitForTimeout(turn.everyMs)
  }
  const times: number[] = await page.evaluate(
    'cancelAnimationFrame(globalThis.loop), globalThis.times',
  )
  const workMs = (await worked()) - before
  await session.detach()
  return { frames: times.slice(1).map((at, index) => at - (times[index] as number)), workMs }
}

function report(name: string, { frames, workMs }: Scrolled): void {
  const sorted = frames.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1)
  const late = frames.filter((ms) => ms > lateMs).length
  const share = ((100 * late) / frames.length).toFixed(1)
  process.stdout.write(
    `${name.padEnd(34)} ${frames.length} frames, median ${at(0.5)} ms, 95 % ${at(0.95)} ms, ` +
      `longest ${at(1)} ms; ${late} over ${lateMs} ms (${share} %); ` +
      `work ${(workMs / frames.length).toFixed(1)} ms a frame\n`,
  )
}
