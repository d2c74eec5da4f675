import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom } from '../src/engines/outpainting/random.ts'
import { drawFaces } from './drawn-face.ts'
import { type LocalServer, readBody, startHttpServer } from './local-servers.ts'
import { modelCache, testModels } from './models.ts'
import { type ServerProcess, useProcesses } from './processes.ts'
import { request, until } from './server-client.ts'
import { isSoak, seed } from './soak.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** The engine's own process is killed at random moments of its work; the server lives on. */
const processes = useProcesses()
const killsPerTool = 5
const models = [
  ...['esrgan', 'isnet', 'kokoro', 'migan', 'moonshine', 'pp-ocr', 'retinaface', 'silero'],
  ...['u2netp', 'whisper-base.en'],
]

interface Tool {
  name: string
  path: string
  body: object
  assets: number
}

const imageTools: Tool[] = [
  { path: 'tools/upscale', body: { factor: 2, method: 'model' }, assets: 1 },
  { path: 'service/image-tools/restore-image', body: { scale: 2 }, assets: 1 },
  { path: 'tools/read-text', body: {}, assets: 0 },
  { path: 'tools/find-faces', body: {}, assets: 0 },
  { path: 'tools/blur-faces', body: {}, assets: 1 },
  { path: 'tools/smart-crop', body: { aspect_ratio: '9:16' }, assets: 1 },
  { path: 'tools/remove-background', body: {}, assets: 1 },
  {
    path: 'tools/image-outpainting',
    body: { prompt: 'more', count: 2, extend: { left: 200, right: 200 } },
    assets: 2,
  },
].map((tool) => ({ name: tool.path, ...tool }))

/** As many as there are tasks. Japanese and Mandarin have phonemes of their own. */
const sentences = {
  'fr-FR': 'Le train part à huit heures et demie du matin.',
  'hi-IN': 'ट्रेन सुबह साढ़े आठ बजे निकलती है।',
  'it-IT': 'Il treno parte alle otto e mezza di mattina.',
  'ja-JP': '電車は朝八時半に出発します。',
  'zh-CN': '火车早上八点半出发。',
  'pt-BR': 'O trem sai às oito e meia da manhã.',
}

describe.skipIf(!isSoak)('kill -9 of an engine', () => {
  const random = createRandom(seed)
  let database: TestDatabase
  let server: ServerProcess
  let files: LocalServer
  let image: string
  /** `type id` of each end that came by webhook. */
  let hooks: string[]

  beforeAll(async () => {
    for (const model of models) await testModels.pull(model)
    const words =
      '<svg width="480" height="340"><text x="40" y="310" font-size="50">Open until five</text></svg>'
    const face = await drawFaces({ width: 480, height: 340 }, [{ x: 240, y: 140, scale: 0.8 }])
    const bytes = await sharp(face)
      .composite([{ input: Buffer.from(words) }])
      .jpeg()
      .toBuffer()
    image = `data:image/jpeg;base64,${bytes.toString('base64')}`
    const recording = await readFile(
      join(import.meta.dirname, '../src/engines/transcription/test-files/speech.ogg'),
    )
    hooks = []
    files = await startHttpServer(async (request, response) => {
      if (request.method === 'GET') return void response.end(recording)
      const { type, data } = JSON.parse(String(await readBody(request)))
      hooks.push(`${type} ${data.object.id}`)
      response.end()
    })
    database = await createTestDatabase()
    server = await processes.startServer({
      dataDir: await processes.dataFolder(),
      env: {
        DATABASE_URL: database.url,
        ATELIER_MODELS_DIR: modelCache,
        ATELIER_HEAVY_TASKS: '1',
        ATELIER_ENGLISH_MODEL: 'whisper-base.en',
        ATELIER_ALLOW_CIDRS: 'all=127.0.0.0/8',
      },
    })
    await request(server, 'POST', '/api/v1/webhooks/subscriptions', {
      body: { url: `${files.url}/hook`, event_types: [...ends.task, ...ends.transcription] },
    })
  })
  afterAll(async () => {
    await server.stop()
    await files.close()
    await database.drop()
  })

  /** Kills engines during `submit`'s work, lets one succeed, and waits until the engine unloads. */
  async function killAndCount(
    name: string,
    submit: () => Promise<() => Promise<boolean>>,
    noun: Noun = 'task',
  ) {
    const listHooks = () => hooks.filter((hook) => hook.startsWith(`${noun}.`))
    const hooksAtStart = listHooks().length
    const atStart = await readCounts(server, noun)
    let hits = 0
    for (let kill = 0; kill < killsPerTool; kill++) {
      const ended = await submit()
      await until('the engine', async () => listEngines(server.pid).length > 0)
      await sleep(random() * 2_500)
      for (const pid of listEngines(server.pid)) process.kill(pid, 'SIGKILL')
      if (!(await ended())) hits++
    }
    expect(await (await submit())()).toBe(true)
    const busyBytes = residentBytes(server.pid)
    await until('the engine to unload', async () => listEngines(server.pid).length === 0, 300_000)
    process.stdout.write(
      `${name}: ${hits} of ${killsPerTool} kills hit the work; ${megabytes(busyBytes)} with the ` +
        `engine, ${megabytes(residentBytes(server.pid))} after it\n`,
    )
    expect(hits).toBeGreaterThan(0)
    // A minute later, none of them has ended a second time.
    const all = killsPerTool + 1
    expect((await readCounts(server, noun)).ends).toBe(atStart.ends + all)
    await expect.poll(() => listHooks().length).toBe(hooksAtStart + all)
    expect(new Set(listHooks().map((hook) => hook.split(' ')[1])).size).toBe(listHooks().length)
  }

  async function submitTask(
    { path, assets }: Omit<Tool, 'name'>,
    body: object,
  ): Promise<() => Promise<boolean>> {
    const before = await readCounts(server)
    const { task_id } = await request(server, 'POST', `/api/v1/${path}`, { body })
    /** Whether it succeeded. An engine that crashes on an image would crash again, so no retry. */
    return async () => {
      const read = () => request(server, 'GET', `/api/v1/tasks/${task_id}`)
      const isOver = async () => ['SUCCESS', 'FAILURE'].includes((await read()).status)
      await until('the task to end', isOver, 300_000)
      const { status, attempts, info } = await read()
      const isSuccess = status === 'SUCCESS'
      const code = info.errors?.[0]?.code
      expect([attempts, code]).toEqual([1, isSuccess ? undefined : 'engine_crashed'])
      // The event may become visible a moment after the status.
      await expect
        .poll(() => readCounts(server))
        .toEqual({
          assets: before.assets + (isSuccess ? assets : 0),
          ends: before.ends + 1,
        })
      return isSuccess
    }
  }

  test.each(imageTools)('$name ends once, and its memory comes back', async (tool) => {
    await killAndCount(tool.name, () => submitTask(tool, { image_url: image, ...tool.body }))
  })

  test('speech in six languages ends once, and its memory comes back', async () => {
    const { voices } = await request(server, 'GET', '/api/v1/voices')
    const texts = Object.entries(sentences)
    let turn = 0
    await killAndCount('speech', () => {
      const [language, text] = texts[turn++ % texts.length] as [string, string]
      const voice = voices.find(
        ({ language_code }: { language_code: string }) => language_code === language,
      )
      const path = `voices/${voice.id}/translate`
      return submitTask({ path, body: {}, assets: 1 }, { text: `${text} `.repeat(4) })
    })
  })

  test('a transcription by Whisper ends once, and its memory comes back', async () => {
    const submit = async () => {
      const before = await readCounts(server, 'transcription')
      const { id } = await request(server, 'POST', '/api/v1/transcription/transcribe', {
        body: { audio_url: `${files.url}/talk.ogg` },
      })
      const read = () => request(server, 'GET', `/api/v1/transcription/${id}`)
      return async () => {
        const isOver = async () => ['DONE', 'FAILED'].includes((await read()).job_status)
        await until('the transcription to end', isOver, 300_000)
        const now = () => readCounts(server, 'transcription')
        await expect.poll(now).toEqual({ ...before, ends: before.ends + 1 })
        return (await read()).job_status === 'DONE'
      }
    }
    await killAndCount('whisper', submit, 'transcription')
  })
})

type Noun = 'task' | 'transcription'

const ends = {
  task: ['task.succeeded', 'task.failed'],
  transcription: ['transcription.done', 'transcription.failed'],
}

async function readCounts(server: ServerProcess, noun: Noun = 'task') {
  const { results } = await request(server, 'GET', '/api/v1/events?limit=1000')
  const isEnd = ({ type }: { type: string }) => ends[noun].includes(type)
  const { count } = await request(server, 'GET', '/api/v1/assets')
  return { assets: count, ends: results.filter(isEnd).length }
}

/** Each thread lists its own children. */
function listChildren(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  )
}

function listEngines(pid: number): number[] {
  return listChildren(pid).filter((child) =>
    readProcFile(child, 'cmdline').includes('engine-child'),
  )
}

/** Empty if the process has just ended. */
function readProcFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** Of the server and its engines. */
function residentBytes(pid: number): number {
  const sizes = [pid, ...listEngines(pid)].map((one) =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(readProcFile(one, 'status'))?.[1] ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0) * 1024
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
