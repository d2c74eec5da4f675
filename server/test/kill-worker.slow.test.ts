import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectSql, type TestSql } from './connect-sql.ts'
import { useFakeEngine } from './fake-engine.ts'
import { writeFilms } from './films.ts'
import { modelCache, testModels } from './models.ts'
import { type ServerProcess, useProcesses } from './processes.ts'
import { request, until } from './server-client.ts'
import { sample } from './soak.ts'
import { endTaskLeases } from './task-leases.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { useFolder } from './use-folder.ts'

/**
 * The process is killed while a real model works on an image, and while a video is encoded; another
 * one takes over the task.
 */
const processes = useProcesses()
const folder = useFolder()
const files = useFakeEngine()
/** Each kill after the first hits the worker that took over. */
const kills = sample(1, 10)
interface Tool {
  tool: string
  side: number
  body: object
  /** How many assets it makes. */
  assets: number
}
// Its model takes half a minute of CPU time for 256 pixels.
const upscale = { tool: 'upscale', side: 96, body: { factor: 2, method: 'model' }, assets: 1 }
/** Each has its own engine. */
const tools = sample<Tool[]>(
  [upscale],
  [
    upscale,
    { tool: 'remove-background', side: 256, body: {}, assets: 1 },
    { tool: 'read-text', side: 256, body: {}, assets: 0 },
    { tool: 'find-faces', side: 256, body: {}, assets: 0 },
  ],
)
const models = sample(['esrgan'], ['esrgan', 'isnet', 'u2netp', 'pp-ocr', 'retinaface'])
let database: TestDatabase
let sql: TestSql
let server: ServerProcess
let env: Record<string, string>
let dataDir: string
const workFolder = join(folder, 'work')

beforeAll(async () => {
  for (const model of models) await testModels.pull(model)
  await mkdir(workFolder)
  dataDir = await processes.dataFolder()
  database = await createTestDatabase()
  sql = connectSql(database.url)
  env = {
    DATABASE_URL: database.url,
    TMPDIR: workFolder,
    ATELIER_MODELS_DIR: modelCache,
    ATELIER_HEAVY_TASKS: '1',
    ATELIER_ALLOW_CIDRS: 'all=127.0.0.0/8',
  }
  server = await processes.startServer({ dataDir, env })
})
afterAll(async () => {
  await server?.stop()
  await sql.end()
  await database.drop()
})

async function restart(): Promise<void> {
  server = await processes.startServer({ dataDir, env })
}

/** Only a killed worker holds on to its tasks; others would wait until its leases end. */
async function kill(): Promise<void> {
  await server.kill9()
  await endTaskLeases(database.url)
}

const readTask = (id: string) => request(server, 'GET', `/api/v1/tasks/${id}`)
const waitForEnd = (id: string) =>
  until('the task to end', async () => (await readTask(id)).status === 'SUCCESS')

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

async function submit({ tool, side, body }: Tool): Promise<string> {
  const image_url = await ball(side)
  const { task_id } = await request(server, 'POST', `/api/v1/tools/${tool}`, {
    body: { image_url, ...body },
  })
  return task_id
}

/**
 * Waits until the task runs and ends the server. Returns whether that interrupted the task: on a busy
 * machine it may be over before.
 */
async function interrupt(id: string, attempt: number, end: () => Promise<unknown>) {
  // The attempt distinguishes this worker's progress from what the dead one left in the table.
  const isRunning = async () => {
    const { status, attempts } = await readTask(id)
    return status === 'SUCCESS' || (status === 'PROGRESS' && attempts === attempt)
  }
  await until('the task to run', isRunning)
  await end()
  const [row] = await sql`select status from tasks where id = ${id}`
  await restart()
  return row?.status !== 'SUCCESS'
}

test(`a stop and kill -9 ${kills} × in the middle of a task: it ends in SUCCESS once, with its assets`, async () => {
  let [made, ended] = [0, 0]
  for (const tool of tools) {
    let [isStopped, hits] = [false, 0]
    while (!isStopped || hits === 0) {
      const id = await submit(tool)
      hits = 0
      // A worker that is asked to stop releases the task; that doesn't count as an attempt.
      if (!isStopped) isStopped = await interrupt(id, 1, () => server.stop())
      for (let round = 0; round < kills; round++) {
        if (await interrupt(id, hits + 1, kill)) hits++
      }
      await waitForEnd(id)
      made += tool.assets
      ended += 1
      expect((await readTask(id)).attempts).toBe(hits + 1)
      const { count } = await request(server, 'GET', '/api/v1/assets')
      expect([tool.tool, count]).toEqual([tool.tool, made])
      await expect.poll(successes).toBe(ended)
    }
  }
})

async function successes(): Promise<number> {
  const events = await request(server, 'GET', '/api/v1/events?limit=1000')
  const isSuccess = ({ type }: { type: string }) => type === 'task.succeeded'
  return events.results.filter(isSuccess).length
}

test('kill -9 while a video is encoded: the next worker ends the task, and no file is left', async () => {
  const films = await writeFilms(folder, { scale: 2 })
  files.reply = async (_, response) => void response.end(await readFile(films['with-audio']))
  const video_urls = Array.from({ length: 20 }, () => `${files.url}/film.mp4`)
  const { task_id } = await request(server, 'POST', '/api/v1/service/video-tools/merge-videos', {
    body: { video_urls },
  })
  const left = async () => (await readdir(workFolder, { recursive: true })).map(String)
  await until('the first frames', async () => (await left()).some(isResult))
  await kill()
  expect((await left()).filter(isResult)).toHaveLength(1)
  await restart()
  await waitForEnd(task_id)
  const task = await readTask(task_id)
  expect(task.attempts).toBe(2)
  expect(task.result.result[0].duration_ms).toBeCloseTo(20_000, -3)
  const videos = await request(server, 'GET', '/api/v1/assets?asset_type=2')
  expect(videos.count).toBe(1)
  await expect.poll(left).toEqual([])
})

/** The file that the encoder writes. */
const isResult = (path: string) => path.endsWith('/result')
