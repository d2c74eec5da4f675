import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemRandom } from '@atelier/server/lib/random.ts'
import { openPostgresBus } from '@atelier/server/platform/bus/postgres-bus.ts'
import { type Database, openDatabase } from '@atelier/server/platform/postgres/db.ts'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { migrate } from '@atelier/server/platform/postgres/migrate.ts'
import { openQueue, type Queue } from '@atelier/server/platform/queue/queue.ts'
import { Loops } from '@atelier/server/platform/work/loops.ts'
import { openSignals } from '@atelier/server/platform/work/signals.ts'
import { type StartedAtelier, startAtelier } from './start-atelier.ts'

const steps = 10
const manyRuns = 1000
const singleRuns = 40
const base = '/api/v1/service/workflows'

/**
 * Ten steps that each write a row, in one run after another and in a thousand runs at once. The
 * comparison is the bare queue: a job writes a row and sends the next job.
 */
export async function workflows(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const server = await openEmbeddedPostgres(folder)
  try {
    const bare = await bareQueue(server.url)
    const atelier = await startAtelier({ DATABASE_URL: server.url })
    try {
      const ours = await measureRuns(atelier)
      console.log(`\n${''.padEnd(34)}   steps/s   step to step p50     p99`)
      print('bare queue, one job per step', bare)
      print('workflows', ours)
      console.log(`steps/s, workflows ÷ bare queue: ${(ours.rate / bare.rate).toFixed(2)}`)
    } finally {
      atelier.child.kill('SIGKILL')
    }
  } finally {
    await server.release()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Figures {
  rate: number
  gapsMs: number[]
}

function print(name: string, { rate, gapsMs }: Figures): void {
  const at = (part: number) => `${quantile(gapsMs, part).toFixed(1)} ms`
  console.log(
    `${name.padEnd(34)}${Math.round(rate).toLocaleString('en').padStart(10)}${at(0.5).padStart(19)}${at(0.99).padStart(8)}`,
  )
}

function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

const log = { info: () => {}, warn: console.error, error: console.error }

async function bareQueue(url: string): Promise<Figures> {
  await migrate(url)
  const db = openDatabase(url, 'bench')
  const signals = openSignals(await openPostgresBus(db, log))
  const queue = openQueue({ db, signals, random: systemRandom, log, loops: new Loops(log) })
  await db.system`create table if not exists bench_rows (chain integer, step integer)`
  const seen = new Map<number, number[]>()
  let left = 0
  let allDone = Promise.withResolvers<void>()
  const settings = { name: 'bench', retryLimit: 3, atOnce: 20 }
  queue.work<{ chain: number; step: number }>(settings, async ({ chain, step }) => {
    await nextStep(db, queue, chain, step)
    seen.set(chain, [...(seen.get(chain) ?? []), performance.now()])
    if (step === steps - 1 && --left === 0) allDone.resolve()
  })
  const go = async (from: number, count: number) => {
    left = count
    allDone = Promise.withResolvers()
    for (let chain = from; chain < from + count; chain++) {
      await db.transaction('system', (tx) => queue.send(tx, 'bench', { chain, step: 0 }))
    }
    await allDone.promise
  }
  for (let chain = 0; chain < singleRuns; chain++) await go(chain, 1)
  const gapsMs = [...seen.values()].flatMap((times) =>
    times.slice(1).map((time, index) => time - (times[index] as number)),
  )
  const started = performance.now()
  await go(singleRuns, manyRuns)
  const rate = (manyRuns * steps) / ((performance.now() - started) / 1000)
  await queue.stop()
  await db.system`drop table bench_rows`
  await db.close()
  return { rate, gapsMs }
}

async function nextStep(db: Database, queue: Queue, chain: number, step: number): Promise<void> {
  await db.transaction('system', async (tx) => {
    await tx`insert into bench_rows values (${chain}, ${step})`
    if (step < steps - 1) await queue.send(tx, 'bench', { chain, step: step + 1 })
  })
}

async function measureRuns(atelier: StartedAtelier): Promise<Figures> {
  const call = async (path: string, body?: object) => {
    const response = await fetch(atelier.baseUrl + path, {
      headers: { ...atelier.headers, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: the bench looks into what came back
    const answer: any = await response.json()
    if (!response.ok) throw new Error(JSON.stringify(answer))
    return answer
  }
  const definition = {
    title: 'Ten rows',
    steps: Array.from({ length: steps }, (_, index) => ({
      id: `s${index}`,
      type: 'call',
      operation: 'createTag',
      body: { name: `\${run.id} ${index}` },
    })),
  }
  const { id } = await call(base, { definition })
  const start = async () => (await call(`${base}/${id}/start`, {})).run_id as string
  const status = (run: string) => call(`${base}/${id}/runs/${run}/status`)

  const gapsMs: number[] = []
  for (let run = 0; run < singleRuns; run++) {
    const runId = await start()
    let state = await status(runId)
    while (state.end_time === 0) state = await status(runId)
    const times = state.steps.map((step: { started_at: string }) => Date.parse(step.started_at))
    gapsMs.push(...times.slice(1).map((time: number, index: number) => time - times[index]))
  }

  const before = memoryMb(atelier.child.pid as number)
  const started = performance.now()
  const runs: string[] = []
  const starting = Array.from({ length: 10 }, async () => {
    for (let count = 0; count < manyRuns / 10; count++) runs.push(await start())
  })
  const polls: number[] = []
  const memory: number[] = []
  let isOver = false
  const polling = (async () => {
    while (!isOver) {
      const run = runs[Math.floor(Math.random() * runs.length)]
      const at = performance.now()
      if (run) {
        await status(run)
        polls.push(performance.now() - at)
      }
      memory.push(memoryMb(atelier.child.pid as number))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  await Promise.all(starting)
  const open = async () =>
    (await call(`${base}/${id}/runs?status=RUNNING&page_size=1`)).count as number
  while ((await open()) > 0) await new Promise((resolve) => setTimeout(resolve, 100))
  const seconds = (performance.now() - started) / 1000
  isOver = true
  await polling
  const done = (await call(`${base}/${id}/runs?status=COMPLETED&page_size=1`)).count
  console.log(
    `${manyRuns} runs of ${steps} steps at once: ${seconds.toFixed(1)} s including their starts`,
  )
  console.log(`completed: ${done - singleRuns} of ${manyRuns}`)
  console.log(
    `GET status during the runs: p50 ${quantile(polls, 0.5).toFixed(1)} ms, p99 ${quantile(polls, 0.99).toFixed(1)} ms (${polls.length} calls; target p99 ≤ 50)`,
  )
  const half = memory.slice(Math.floor(memory.length / 2))
  console.log(
    `memory: ${before} MB before, peak ${Math.max(...memory)} MB, ${half.at(-1)} MB at the end`,
  )
  return { rate: (manyRuns * steps) / seconds, gapsMs }
}

/** Resident set size, from Linux's /proc; 0 on other systems. */
function memoryMb(pid: number): number {
  try {
    const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kb) / 1024)
  } catch {
    return 0
  }
}
