import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useFakeEngine } from './fake-engine.ts'
import { writeFilms } from './films.ts'
import { modelCache, testModels } from './models.ts'
import { type ServerProcess, useProcesses } from './processes.ts'
import { sample } from './soak.ts'
import { call, succeed, until } from './talking.ts'
import { endTaskLeases } from './task-leases.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { useFolder } from './use-folder.ts'

/** The process is killed while a real model works on an image; another one takes over the task. */
const processes = useProcesses()
const folder = useFolder()
const files = useFakeEngine()
/** Each kill after the first hits the worker that took over. */
const kills = sample(1, 10)
/** Other tools, each with its own engine, and how many assets they make. */
const otherTools = [
  { tool: 'read-text', side: 256, body: {}, assets: 0 },
  { tool: 'find-faces', side: 256, body: {}, assets: 0 },
  // Its model takes half a minute of CPU time for 256 pixels.
  { tool: 'upscale', side: 96, body: { factor: 2, method: 'model' }, assets: 1 },
]
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await testModels.pull('isnet')
  await testModels.pull('u2netp')
  for (const model of ['pp-ocr', 'retinaface', 'esrgan']) await testModels.pull(model)
}, 240_000)
afterAll(() => database.drop())

/** A ball on a flat background, as a data URL. */
async function ball(side: number): Promise<string> {
  const circle = `<svg width="${side}" height="${side}"><circle cx="50%" cy="50%" r="31%" fill="#b33"/></svg>`
  const flat = { width: side, height: side, channels: 3 as const, background: '#cde' }
  const bytes = await sharp({ create: flat })
    .composite([{ input: Buffer.from(circle) }])
    .png()
    .toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}

const statusOf = async (server: ServerProcess, id: string): Promise<string> =>
  (await succeed(server, 'GET', `/api/v1/tasks/${id}`)).status

test(`a stop and kill -9 ${kills} × in the middle of a task: it ends in SUCCESS once, with one asset; so do tasks of the other engines`, {
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
    body: { image_url: await ball(256) },
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
  expect(await successes(server)).toBe(1)
  const task = await call(server, 'GET', `/api/v1/tasks/${id}`)
  expect(task.body.attempts).toBe(kills + 1)

  let [made, ended] = [1, 1]
  for (const { tool, side, body, assets: more } of otherTools) {
    // On a busy machine a task may end before the kill; then the next one is killed.
    for (let attempts = 1; attempts === 1; ) {
      const { task_id } = await succeed(server, 'POST', `/api/v1/tools/${tool}`, {
        body: { image_url: await ball(side), ...body },
      })
      const status = () => statusOf(server, task_id)
      await until(`${tool} to run`, async () => (await status()) !== 'PENDING', 60_000)
      await server.kill9()
      await endTaskLeases(database.url)
      server = await processes.startServer({ dataDir, env })
      await until(`${tool} to end`, async () => (await status()) === 'SUCCESS', 120_000)
      ;({ attempts } = await succeed(server, 'GET', `/api/v1/tasks/${task_id}`))
      made += more
      ended += 1
      const { count } = await succeed(server, 'GET', '/api/v1/assets')
      expect([tool, count, await successes(server)]).toEqual([tool, made, ended])
    }
  }
  await server.stop()
})

async function successes(server: ServerProcess): Promise<number> {
  const events = await succeed(server, 'GET', '/api/v1/events?limit=1000')
  const isSuccess = ({ type }: { type: string }) => type === 'task.succeeded'
  return events.results.filter(isSuccess).length
}

test('kill -9 while a video is encoded: the next worker ends the task, and no file is left', {
  timeout: 300_000,
}, async () => {
  const films = await writeFilms(folder, { scale: 2 })
  files.reply = async (_, response) => void response.end(await readFile(films['with-audio']))
  const workFolder = join(folder, 'work')
  await mkdir(workFolder)
  const dataDir = await processes.dataFolder()
  const env = {
    DATABASE_URL: database.url,
    TMPDIR: workFolder,
    ATELIER_HEAVY_TASKS: '1',
    ATELIER_ALLOW_CIDRS: 'all=127.0.0.0/8',
  }
  let server = await processes.startServer({ dataDir, env })
  const video_urls = Array.from({ length: 20 }, () => `${files.url}/film.mp4`)
  const { task_id } = await succeed(server, 'POST', '/api/v1/service/video-tools/merge-videos', {
    body: { video_urls },
  })
  const left = async () => (await readdir(workFolder, { recursive: true })).map(String)
  await until('the first frames', async () => (await left()).some(isResult), 120_000)
  await server.kill9()
  expect((await left()).filter(isResult)).toHaveLength(1)
  await endTaskLeases(database.url)
  server = await processes.startServer({ dataDir, env })
  await until(
    'the task to end',
    async () => (await statusOf(server, task_id)) === 'SUCCESS',
    120_000,
  )
  const task = await succeed(server, 'GET', `/api/v1/tasks/${task_id}`)
  expect(task.attempts).toBe(2)
  expect(task.result.result[0].duration_ms).toBeCloseTo(20_000, -3)
  const videos = await succeed(server, 'GET', '/api/v1/assets?asset_type=2')
  expect(videos.count).toBe(1)
  await until('an empty folder', async () => (await left()).length === 0, 30_000)
  await server.stop()
})

/** The file that the encoder writes. */
const isResult = (path: string) => path.endsWith('/result')
