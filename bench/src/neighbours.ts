import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { percentile } from './latency.ts'
import { attackNames } from './neighbours/attacks.ts'
import { longTranscript } from './neighbours/long-transcript.ts'
import { startAtelier } from './start-atelier.ts'

const run = promisify(execFile)
const cli = join(import.meta.dirname, '../../cli/bin/atelier.js')
const secondsEach = 8
/** Time for what an attack left behind, such as the runs it has started. */
const settlingSeconds = 3
/** The maximum slowdown of a neighbour's writes, block of the event loop, and size of the process. */
const aims = { ratio: 3, blockedMs: 200, megabytes: 1024 }

/** BENCH_ATTACKS=searches,loops repeats only the attacks whose names contain one of these words. */
const words = (process.env.BENCH_ATTACKS ?? '').split(',')
const isWanted = (name: string) => words.some((word) => name.includes(word))

/**
 * Writes of one workspace while another attacks with everything that its own members may send, as
 * fast as it can: one class of attack after the other, with quiet periods in between.
 */
export async function neighbours(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const database = await openEmbeddedPostgres(folder)
  const delays = join(folder, 'delays')
  const atelier = await startAtelier({
    DATABASE_URL: database.url,
    ATELIER_DATA_DIR: join(folder, 'data'),
    ATELIER_ALLOW_CIDRS: 'all=127.0.0.0/8',
    // The default limits of every installation.
    ATELIER_RATE_LIMIT_PER_SECOND: '50',
    ATELIER_WORKSPACE_RATE_LIMIT_PER_SECOND: '100',
    ATELIER_LOG_LEVEL: 'fatal',
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'neighbours/record-delays.ts')}`,
    BENCH_DELAYS: delays,
  })
  try {
    const victim = new Writer(atelier.baseUrl, atelier.headers)
    await victim.prepare()
    const hostile = await newWorkspace(atelier, database.url)
    await longTranscript.store(database.url, 2)
    const quiet: number[] = []
    const results: Result[] = []
    const names = attackNames.filter(isWanted)
    for (const [at, name] of names.entries()) {
      console.log(`${at + 1}/${names.length} ${name}`)
      await sleep(settlingSeconds * 1000)
      quiet.push(...(await victim.write(secondsEach / 2)))
      const attack = await startAttack(name, atelier.baseUrl, hostile)
      await sleep(500)
      const from = Date.now()
      const times = await victim.write(secondsEach)
      results.push({
        name,
        times,
        sent: await stopAttack(attack),
        blockedMs: await longestDelay(delays, atelier.child.pid as number, from),
        megabytes: await residentMegabytes(atelier.child.pid as number),
      })
    }
    print(quiet, results)
    const ready = await fetch(`${atelier.baseUrl}/readyz`)
    console.log(`Afterwards, /readyz reports ${ready.status}; nothing was restarted.`)
  } finally {
    atelier.child.kill('SIGKILL')
    await database.release()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Result {
  name: string
  times: number[]
  sent: string
  blockedMs: number
  megabytes: number
}

/** Compared with all quiet periods together: the slowest percent of one is a handful of writes. */
function print(quiet: number[], results: Result[]): void {
  const before = percentiles(quiet)
  console.log('                                  writes  p50     p99     ratio   loop    memory')
  console.log(row('quiet', quiet.length, before))
  for (const { name, times, sent, blockedMs, megabytes } of results) {
    const during = percentiles(times)
    const ratio = during.p99 / before.p99
    const isFine = ratio <= aims.ratio && blockedMs <= aims.blockedMs && megabytes <= aims.megabytes
    const more = [`${ratio.toFixed(1)}×`, `${blockedMs} ms`, `${megabytes} MB`]
    const end = `  ${sent}${isFine ? '' : ', NOT within the targets'}`
    console.log(row(name, times.length, during, more) + end)
  }
}

function row(name: string, count: number, { p50, p99 }: Percentiles, more: string[] = []): string {
  return [
    name.padEnd(32),
    String(count).padStart(8),
    `${p50.toFixed(1)} ms`.padStart(9),
    `${p99.toFixed(1)} ms`.padStart(9),
    ...more.map((text) => text.padStart(8)),
  ].join('')
}

interface Percentiles {
  p50: number
  p99: number
}

function percentiles(times: number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

/** Creates tasks one after another with a short pause, as an agent does. */
class Writer {
  readonly #baseUrl: string
  readonly #headers: Record<string, string>

  constructor(baseUrl: string, headers: Record<string, string>) {
    this.#baseUrl = baseUrl
    this.#headers = { ...headers, 'content-type': 'application/json' }
  }

  async prepare(): Promise<void> {
    await this.#post('/api/v1/pm/boards', { title: 'Neighbour', slug: 'neighbour' })
    await this.write(2)
  }

  /** Returns how long each took, in milliseconds. */
  async write(seconds: number): Promise<number[]> {
    const times: number[] = []
    for (const until = Date.now() + seconds * 1000; Date.now() < until; ) {
      const before = performance.now()
      await this.#post('/api/v1/pm/tasks', { board: 'neighbour', title: 'One more' })
      times.push(performance.now() - before)
      await sleep(5)
    }
    return times
  }

  async #post(path: string, body: object): Promise<void> {
    const init = { method: 'POST', headers: this.#headers, body: JSON.stringify(body) }
    const answer = await fetch(this.#baseUrl + path, init)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
}

/** Creates another workspace, and a key with a member's permissions. */
async function newWorkspace(
  { baseUrl, headers }: { baseUrl: string; headers: Record<string, string> },
  databaseUrl: string,
): Promise<string> {
  const slug = 'hostile'
  const answer = await fetch(`${baseUrl}/api/v1/workspaces`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Hostile', slug }),
  })
  if (!answer.ok) throw new Error(`The workspace was refused: ${await answer.text()}`)
  const args = [cli, 'keys', 'create', '--workspace', slug, '--json']
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const { stdout } = await run(process.execPath, args, { env })
  return JSON.parse(stdout).key
}

async function startAttack(name: string, baseUrl: string, key: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'neighbours/attack.ts')
  const child = fork(script, [name, baseUrl, key], { stdio: 'inherit' })
  await once(child, 'message')
  return child
}

async function stopAttack(child: ChildProcess): Promise<string> {
  child.send('stop')
  const [sent] = await once(child, 'message')
  child.kill('SIGKILL')
  return sent as string
}

/** Read from the service's own records, in windows of 250 ms. */
async function longestDelay(path: string, pid: number, from: number): Promise<number> {
  const lines = (await readFile(`${path}-${pid}`, 'utf8')).trim().split('\n')
  const delays = lines.map((line) => line.split(' ').map(Number) as [number, number])
  return Math.max(0, ...delays.filter(([at]) => at >= from).map(([, ms]) => ms))
}

/** From Linux's /proc; 0 on other systems. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
