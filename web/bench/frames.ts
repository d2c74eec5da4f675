import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { printRatio } from '../../bench/src/measure.ts'
import { type StartedAtelier, startAtelier } from '../../bench/src/start-atelier.ts'
import { buildConsole } from '../../scripts/build-console.js'
import { openEmbeddedPostgres } from '../../server/src/platform/postgres/embedded.ts'
import { findBrowser } from '../test/find-browser.ts'
import { fillBoard, fillInbox, signIn } from './frames/fill.ts'
import {
  framesPerSecond,
  nothingRecorded,
  printRecorded,
  type Recorded,
  recordFrames,
} from './frames/record-frames.ts'
import { openScenes } from './frames/scenes.ts'

const turns = 3
const targetRatio = 0.95

/**
 * Frames per second of the longest lists of the console, beside empty pages in the same browser, by
 * turns. Without a GPU the browser draws slowly, so the ratio counts.
 */
export async function frames(): Promise<void> {
  await buildConsole()
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const postgres = await openEmbeddedPostgres(folder)
  const server = await startAtelier({ DATABASE_URL: postgres.url })
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    await fillBoard(server)
    await fillInbox(postgres.url)
    await compare(browser, server)
  } finally {
    await browser.close()
    server.child.kill('SIGKILL')
    await postgres.release()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(browser: Browser, server: StartedAtelier): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(120_000)
  const newPage = () => context.newPage()
  await signIn(await newPage(), server)
  const scenes = await openScenes(newPage, server.baseUrl)
  const all = new Map<string, Recorded>()
  for (let turn = 0; turn < turns; turn++) {
    for (const { name, page, prepare, use } of scenes) {
      await page.bringToFront()
      await prepare()
      all.set(name, await recordFrames(page, use, all.get(name) ?? nothingRecorded))
    }
  }
  printRecorded(all)
  for (const { name, limit } of scenes) {
    if (!limit) continue
    const [ours, bare] = [name, limit].map((one) => framesPerSecond(all.get(one) as Recorded))
    printRatio(`${name}, frames per second`, (ours ?? 0) / (bare ?? 1), targetRatio)
  }
}
