import type { CDPSession, Page } from 'playwright-core'

/** Times of one page, added up over its turns. */
export interface Recorded {
  seconds: number
  /** Milliseconds between one frame and the next. */
  gaps: number[]
  /** Tasks of the main thread over 50 ms. */
  longTasks: number
  /** Processor time of the page's main thread: all of it, scripts, and styles with layout. */
  mainMs: number
  scriptMs: number
  layoutMs: number
}

export const nothingRecorded: Recorded = {
  seconds: 0,
  gaps: [],
  longTasks: 0,
  mainMs: 0,
  scriptMs: 0,
  layoutMs: 0,
}

const start = `{
  const recording = { times: [], longTasks: 0 }
  const observer = new PerformanceObserver((list) => { recording.longTasks += list.getEntries().length })
  observer.observe({ type: 'longtask' })
  const note = (at) => { recording.times.push(at); recording.frame = requestAnimationFrame(note) }
  recording.frame = requestAnimationFrame(note)
  globalThis.recording = recording
}`

const stop = `new Promise((then) => setTimeout(() => {
  cancelAnimationFrame(recording.frame)
  then({ times: recording.times, longTasks: recording.longTasks })
}))`

/** Records the frames of a page while somebody uses it. */
export async function recordFrames(
  page: Page,
  use: () => Promise<void>,
  before: Recorded,
): Promise<Recorded> {
  await page.bringToFront()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(start)
  const first = await readMetrics(devtools)
  await use()
  const last = await readMetrics(devtools)
  const { times, longTasks } = (await page.evaluate(stop)) as {
    times: number[]
    longTasks: number
  }
  await devtools.detach()
  const ms = (...names: string[]) =>
    names.reduce((sum, name) => sum + ((last.get(name) ?? 0) - (first.get(name) ?? 0)) * 1000, 0)
  return {
    seconds: before.seconds + ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000,
    gaps: [...before.gaps, ...times.slice(1).map((at, index) => at - (times[index] ?? 0))],
    longTasks: before.longTasks + longTasks,
    mainMs: before.mainMs + ms('TaskDuration'),
    scriptMs: before.scriptMs + ms('ScriptDuration'),
    layoutMs: before.layoutMs + ms('LayoutDuration', 'RecalcStyleDuration'),
  }
}

async function readMetrics(devtools: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return new Map(metrics.map(({ name, value }) => [name, value]))
}

/** A frame comes every 16.7 ms; one that is half a frame late was missed. */
const missedMs = 25
const twiceMissedMs = 41

export const framesPerSecond = ({ gaps, seconds }: Recorded) => gaps.length / seconds

export function printRecorded(all: Map<string, Recorded>): void {
  process.stdout.write(
    '                                    frames/s  over 16.7 ms  over 33 ms  longest  long tasks   CPU of the main thread per frame\n',
  )
  for (const [name, recorded] of all) {
    const { gaps, longTasks, mainMs, scriptMs, layoutMs } = recorded
    const share = (limit: number) =>
      `${((100 * gaps.filter((gap) => gap > limit).length) / gaps.length).toFixed(1)} %`
    const perFrame = (ms: number) => `${(ms / gaps.length).toFixed(1)} ms`
    const columns = [
      name.padEnd(34),
      framesPerSecond(recorded).toFixed(1).padStart(9),
      share(missedMs).padStart(13),
      share(twiceMissedMs).padStart(11),
      `${Math.max(...gaps).toFixed(0)} ms`.padStart(8),
      String(longTasks).padStart(11),
      `  ${perFrame(mainMs)} (script ${perFrame(scriptMs)}, layout ${perFrame(layoutMs)})`,
    ]
    process.stdout.write(`${columns.join(' ')}\n`)
  }
}
