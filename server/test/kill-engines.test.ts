import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomFrom } from '../src/engines/outpainting/random.ts'
import { modelCache, testModels } from './models.ts'
import { type ServerProcess, useProcesses } from './processes.ts'
import { isSoak, seed } from './soak.ts'
import { succeed, until } from './talking.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** The engine's own process is killed at random moments of its work; the server lives on. */
const processes = useProcesses()
const killsPerTool = 5
const tools = [
  { path: 'tools/upscale', body: { factor: 2, method: 'model' }, assets: 1 },
  { path: 'service/image-tools/restore-image', body: { scale: 2 }, assets: 1 },
  { path: 'tools/read-text', body: {}, assets: 0 },
  { path: 'tools/find-faces', body: {}, assets: 0 },
]

describe.skipIf(!isSoak)('kill -9 of an engine', () => {
  const random = randomFrom(seed)
  let database: TestDatabase
  let server: ServerProcess
  let image: string

  beforeAll(async () => {
    for (const model of ['pp-ocr', 'retinaface', 'esrgan-slim']) await testModels.pull(model)
    const words =
      '<svg width="900" height="700"><text x="60" y="350" font-size="90">Open until five</text></svg>'
    const noise = { type: 'gaussian' as const, mean: 170, sigma: 25 }
    const bytes = await sharp({
      create: { width: 900, height: 700, channels: 3, background: '#fff', noise },
    })
      .composite([{ input: Buffer.from(words) }])
      .jpeg()
      .toBuffer()
    image = `data:image/jpeg;base64,${bytes.toString('base64')}`
    database = await createTestDatabase()
    server = await processes.startServer({
      dataDir: await processes.dataFolder(),
      env: {
        DATABASE_URL: database.url,
        ATELIER_MODELS_DIR: modelCache,
        ATELIER_HEAVY_TASKS: '1',
      },
    })
  }, 240_000)
  afterAll(async () => {
    await server.stop()
    await database.drop()
  })

  test.each(tools)('$path ends once, and its memory comes back', async ({ path, body, assets }) => {
    const submit = async () => {
      const before = await countsOf(server)
      const { task_id } = await succeed(server, 'POST', `/api/v1/${path}`, {
        body: { image_url: image, ...body },
      })
      /** Whether it succeeded. An engine that crashes on an image would crash again, so no retry. */
      const ended = async (): Promise<boolean> => {
        const read = () => succeed(server, 'GET', `/api/v1/tasks/${task_id}`)
        const isOver = async () => ['SUCCESS', 'FAILURE'].includes((await read()).status)
        await until('the task to end', isOver, 300_000)
        const { status, attempts, info } = await read()
        const isSuccess = status === 'SUCCESS'
        const code = info.errors?.[0]?.code
        expect([attempts, code]).toEqual([1, isSuccess ? undefined : 'engine_crashed'])
        // The event may become visible a moment after the status.
        await expect
          .poll(() => countsOf(server))
          .toEqual({
            assets: before.assets + (isSuccess ? assets : 0),
            ends: before.ends + 1,
          })
        return isSuccess
      }
      return ended
    }
    const atStart = await countsOf(server)
    let hits = 0
    for (let kill = 0; kill < killsPerTool; kill++) {
      const ended = await submit()
      await until('the engine', async () => enginesOf(server.pid).length > 0, 60_000)
      await sleep(random() * 2_500)
      for (const pid of enginesOf(server.pid)) process.kill(pid, 'SIGKILL')
      if (!(await ended())) hits++
    }
    expect(await (await submit())()).toBe(true)
    const busyBytes = residentBytes(server.pid)
    await until('the engine to unload', async () => enginesOf(server.pid).length === 0, 300_000)
    process.stdout.write(
      `${path}: ${hits} of ${killsPerTool} kills hit the work; ${megabytes(busyBytes)} with the ` +
        `engine, ${megabytes(residentBytes(server.pid))} after it\n`,
    )
    expect(hits).toBeGreaterThan(0)
    // A minute later, none of them has ended a second time.
    expect((await countsOf(server)).ends).toBe(atStart.ends + killsPerTool + 1)
  })
})

async function countsOf(server: ServerProcess) {
  const events = await succeed(server, 'GET', '/api/v1/events?limit=1000')
  const isEnd = ({ type }: { type: string }) => ['task.succeeded', 'task.failed'].includes(type)
  const { count } = await succeed(server, 'GET', '/api/v1/assets')
  return { assets: count, ends: events.results.filter(isEnd).length }
}

/** Each thread lists its own children. */
function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  )
}

function enginesOf(pid: number): number[] {
  return childrenOf(pid).filter((child) => fileOf(child, 'cmdline').includes('engine-child'))
}

/** Empty if the process has just ended. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** Of the server and its engines. */
function residentBytes(pid: number): number {
  const sizes = [pid, ...enginesOf(pid)].map((one) =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(fileOf(one, 'status'))?.[1] ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0) * 1024
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
