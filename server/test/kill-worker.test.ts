import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelCache, testModels } from './models.ts'
import { type ServerProcess, useProcesses } from './processes.ts'
import { sample } from './soak.ts'
import { call, succeed, until } from './talking.ts'
import { endTaskLeases } from './task-leases.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** The process is killed while a real model works on an image; another one takes over the task. */
const processes = useProcesses()
/** Each kill after the first hits the worker that took over. */
const kills = sample(1, 10)
let image: string
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await testModels.pull('isnet')
  await testModels.pull('u2netp')
  const circle =
    '<svg width="256" height="256"><circle cx="128" cy="128" r="80" fill="#b33"/></svg>'
  const flat = { width: 256, height: 256, channels: 3 as const, background: '#cde' }
  const bytes = await sharp({ create: flat })
    .composite([{ input: Buffer.from(circle) }])
    .png()
    .toBuffer()
  image = `data:image/png;base64,${bytes.toString('base64')}`
}, 240_000)
afterAll(() => database.drop())

const statusOf = async (server: ServerProcess, id: string): Promise<string> =>
  (await succeed(server, 'GET', `/api/v1/tasks/${id}`)).status

test(`a stop and kill -9 ${kills} × in the middle of a task: it ends in SUCCESS once, with one asset`, {
  timeout: 900_000,
}, async () => {
  const dataDir = await processes.dataFolder()
  const env = {
    DATABASE_URL: database.url,
    ATELIER_MODELS_DIR: modelCache,
    ATELIER_HEAVY_TASKS: '1',
  }
  let server = await processes.startServer({ dataDir, env })
  const submitted = await succeed(server, 'POST', '/api/v1/tools/remove-background', {
    body: { image_url: image },
  })
  const id = submitted.task_id
  // The attempt distinguishes this worker's progress from what the dead one left in the table.
  const untilRunning = (attempt: number) =>
    until(
      'the task to run',
      async () => {
        const { status, attempts } = await succeed(server, 'GET', `/api/v1/tasks/${id}`)
        return status === 'PROGRESS' && attempts === attempt
      },
      60_000,
    )
  // A worker that is asked to stop releases the task; that doesn't count as an attempt.
  await untilRunning(1)
  await server.stop()
  server = await processes.startServer({ dataDir, env })
  for (let kill = 0; kill < kills; kill++) {
    await untilRunning(kill + 1)
    await server.kill9()
    await endTaskLeases(database.url)
    server = await processes.startServer({ dataDir, env })
  }
  await until('the task to end', async () => (await statusOf(server, id)) === 'SUCCESS', 120_000)
  const assets = await succeed(server, 'GET', '/api/v1/assets')
  expect(assets.count).toBe(1)
  const events = await succeed(server, 'GET', '/api/v1/events?limit=1000')
  expect(
    events.results.filter(({ type }: { type: string }) => type === 'task.succeeded'),
  ).toHaveLength(1)
  const task = await call(server, 'GET', `/api/v1/tasks/${id}`)
  expect(task.body.attempts).toBe(kills + 1)
  await server.stop()
})
