import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { person } from '@atelier/server/engines/background/drawn-subjects.ts'
import { toImage } from '@atelier/server/engines/background/test-scenes.ts'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { modelCache } from '../../server/test/models.ts'
import { type StartedAtelier, startAtelier } from './start-atelier.ts'

const heavyTasks = 2
const rounds = 4
const secondsEach = 6
const pauseMs = 15

interface Delays {
  read: number[]
  write: number[]
}

/**
 * How long small requests take while two background removals run on the same machine, compared with
 * quiet periods in between: in one process, and with the engines in a worker of its own.
 */
export async function engineShare(): Promise<void> {
  console.log('                                read p50     p99     write p50     p99')
  const apart = { detached: true }
  await measure('one process', async (settings) => [await startAtelier(settings)])
  await measure('server and worker', async (settings) => [
    await startAtelier({ ...settings, ATELIER_ROLES: 'api' }, apart),
    await startAtelier({ ...settings, ATELIER_ROLES: 'worker' }, apart),
  ])
}

type Start = (settings: Record<string, string>) => Promise<StartedAtelier[]>

async function measure(name: string, start: Start): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const database = await openEmbeddedPostgres(folder)
  const started = await start({
    DATABASE_URL: database.url,
    ATELIER_DATA_DIR: join(folder, 'data'),
    ATELIER_MODELS_DIR: modelCache,
    ATELIER_HEAVY_TASKS: String(heavyTasks),
  })
  try {
    const call = callerOf(started[0] as StartedAtelier)
    await call('/api/v1/pm/boards', { title: 'Bench', slug: 'bench' })
    const image = await drawImage()
    const quiet: Delays = { read: [], write: [] }
    const busy: Delays = { read: [], write: [] }
    await record(call, { read: [], write: [] }) // warms up
    for (let round = 0; round < rounds; round++) {
      await record(call, quiet)
      const tasks = await startTasks(call, image)
      await record(call, busy)
      for (const id of tasks) await call(`/api/v1/tasks/${id}/cancel`, {}).catch(() => {})
      await sleep(1000)
    }
    print(`${name}, quiet`, quiet)
    print(`${name}, ${heavyTasks} heavy tasks`, busy)
  } finally {
    for (const { child } of started) child.kill('SIGKILL')
    await database.release()
    await rm(folder, { recursive: true, force: true })
  }
}

type Call = ReturnType<typeof callerOf>

function callerOf({ baseUrl, headers }: StartedAtelier) {
  return async (path: string, body?: object) => {
    const answer = await fetch(baseUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return JSON.parse((await answer.text()) || 'null')
  }
}

async function drawImage(): Promise<string> {
  const bytes = await toImage(await person())
    .jpeg()
    .toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}

/** More than run at once, so that an engine that ends is followed by another. */
async function startTasks(call: Call, image: string): Promise<string[]> {
  const ids: string[] = []
  for (let one = 0; one < heavyTasks * 3; one++) {
    const { task_id } = await call('/api/v1/tools/remove-background', { image_url: image })
    ids.push(task_id)
  }
  const isRunning = async (id: string) => (await call(`/api/v1/tasks/${id}`)).status !== 'PENDING'
  while (!(await isRunning(ids[heavyTasks - 1] as string))) await sleep(50)
  return ids
}

async function record(call: Call, delays: Delays): Promise<void> {
  const until = Date.now() + secondsEach * 1000
  const repeat = async (into: number[], request: () => Promise<unknown>) => {
    while (Date.now() < until) {
      const before = performance.now()
      await request()
      into.push(performance.now() - before)
      await sleep(pauseMs)
    }
  }
  await Promise.all([
    repeat(delays.read, () => call('/api/v1/workspaces/current')),
    repeat(delays.write, () => call('/api/v1/pm/tasks', { board: 'bench', title: 'One more' })),
  ])
}

function print(name: string, { read, write }: Delays): void {
  const cells = [read, write].flatMap((times) => {
    const sorted = times.toSorted((a, b) => a - b)
    return [0.5, 0.99].map((share) => {
      const ms = sorted[Math.floor(sorted.length * share)] ?? 0
      return `${ms.toFixed(1)} ms`.padStart(10)
    })
  })
  console.log(name.padEnd(30) + cells.join(''))
}
