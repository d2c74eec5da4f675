import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import autocannon from 'autocannon'
import { percentile } from './latency.ts'
import { cpuMicros, databaseMicros, printRatio } from './measure.ts'
import { postmasterPid, type StartedAtelier, startAtelier } from './start-atelier.ts'

const seconds = 6
const tasksPath = '/api/v1/pm/tasks'

type Service = StartedAtelier & { databasePid: number }

/**
 * Many writers on one board: tasks created per second, what each costs, and how long a single
 * writer on another board waits meanwhile. The limit is that single writer without anyone else.
 */
export async function boards(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const database = await openEmbeddedPostgres(folder)
  const databasePid = await postmasterPid(database.folder)
  const started = await startAtelier({ DATABASE_URL: database.url })
  const service = { ...started, databasePid }
  try {
    const crowded = await createBoard(service, 'Crowded')
    const quiet = await createBoard(service, 'Quiet')
    await load(service, crowded, 10, 2)
    const alone = await writeAlone(service, quiet, sleep(seconds * 1000))
    console.log(`one writer alone: p50 ${ms(alone, 0.5)}, p99 ${ms(alone, 0.99)}`)
    for (const writers of [50, 500]) {
      const loading = load(service, crowded, writers, seconds)
      const waits = await writeAlone(service, quiet, loading)
      console.log(`${writers} writers on one board: ${await loading}`)
      console.log(`  a write to another board: p50 ${ms(waits, 0.5)}, p99 ${ms(waits, 0.99)}`)
      const label = `  p50 alone ÷ p50 beside ${writers} writers`
      printRatio(label, percentile(alone, 0.5) / percentile(waits, 0.5), 0.1)
    }
  } finally {
    started.child.kill('SIGKILL')
    await database.release()
    await rm(folder, { recursive: true, force: true })
  }
}

async function post({ baseUrl, headers }: Service, path: string, body: object): Promise<Response> {
  return fetch(baseUrl + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function createBoard(service: Service, title: string): Promise<string> {
  const answer = await post(service, '/api/v1/pm/boards', { title })
  return ((await answer.json()) as { id: string }).id
}

async function load(service: Service, board: string, writers: number, duration: number) {
  const pid = service.child.pid as number
  const before = [cpuMicros(pid), databaseMicros(service.databasePid)] as const
  const result = await autocannon({
    url: service.baseUrl + tasksPath,
    headers: { ...service.headers, 'content-type': 'application/json' },
    method: 'POST',
    body: JSON.stringify({ board, title: 'Write the report' }),
    connections: writers,
    duration,
  })
  const created = result['2xx']
  const each = (micros: number) => `${Math.round(micros / created)} µs`
  const cpu = `${each(cpuMicros(pid) - before[0])} CPU, ${each(databaseMicros(service.databasePid) - before[1])} PostgreSQL`
  const { p50, p99 } = result.latency
  return `${Math.round(created / result.duration)} created/s (${result.non2xx} refused), p50 ${p50} ms, p99 ${p99} ms, ${cpu} each`
}

/** Latencies in ms of one writer, until `end`. */
async function writeAlone(service: Service, board: string, end: Promise<unknown>) {
  const waits: number[] = []
  let isOver = false
  end.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const from = performance.now()
    const answer = await post(service, tasksPath, { board, title: 'Answer the mail' })
    await answer.arrayBuffer()
    if (answer.ok) waits.push(performance.now() - from)
    await sleep(50)
  }
  return waits.sort((a, b) => a - b)
}

function ms(waits: number[], share: number): string {
  return `${percentile(waits, share).toFixed(1)} ms`
}
