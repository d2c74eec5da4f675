import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAudio } from '../src/engines/media/decode-audio.ts'
import { writeWav } from '../src/engines/media/test-wav.ts'
import { FakeEngine } from './fake-engine.ts'
import { modelCache, testModels } from './models.ts'
import { useProcesses } from './processes.ts'
import { succeed, until } from './talking.ts'

/** The process is killed in the middle of a recording; the next one goes on from there. */
const processes = useProcesses()
const files = new FakeEngine()
const recording = join(import.meta.dirname, '../src/engines/transcription/test-files/speech.ogg')
const repeats = 5

beforeAll(async () => {
  await testModels.pull('moonshine')
  await testModels.pull('silero')
  const audio = openAudio(recording)
  const once = [...audio.blocks()].flatMap(({ samples }) => [...samples])
  audio.close()
  const long = new Float32Array(once.length * repeats)
  for (let at = 0; at < repeats; at++) long.set(once, at * once.length)
  const wav = writeWav(16_000, [long])
  files.reply = (_, response) => void response.end(wav)
  await files.start()
}, 120_000)
afterAll(() => files.stop())

test('kill -9 in the middle of a transcription: it goes on from there, once', {
  timeout: 240_000,
}, async () => {
  const dataDir = await processes.dataFolder()
  const env = {
    ATELIER_MODELS_DIR: modelCache,
    ATELIER_HEAVY_TASKS: '1',
    ATELIER_ALLOW_CIDRS: '127.0.0.0/8',
  }
  let server = await processes.startServer({ dataDir, env })
  const { id } = await succeed(server, 'POST', '/api/v1/transcription/transcribe', {
    body: { audio_url: `${files.url}/talk.wav` },
  })
  const read = () => succeed(server, 'GET', `/api/v1/transcription/${id}`)
  let reached = 0
  const isInTheMiddle = async () => {
    reached = (await read()).percent
    return reached >= 20
  }
  await until('a part of it to be done', isInTheMiddle, 120_000)
  await server.kill9()
  server = await processes.startServer({ dataDir, env })
  expect((await read()).percent).toBeGreaterThanOrEqual(reached)
  await until('the rest', async () => (await read()).job_status === 'DONE', 180_000)

  const { payload, duration_ms } = await read()
  expect(duration_ms).toBeGreaterThan(100_000)
  // Each repetition was heard once: none twice, none lost.
  const text: string = payload.phrases.map((phrase: { text: string }) => phrase.text).join(' ')
  const perRepeat = text.length / repeats
  const first = text.slice(0, 20)
  const heard = text.split(first).length - 1
  expect([heard >= repeats - 1, heard <= repeats]).toEqual([true, true])
  const starts: number[] = payload.phrases.map((phrase: { start: number }) => phrase.start)
  expect(starts).toEqual([...starts].sort((a, b) => a - b))
  expect(starts.at(-1)).toBeGreaterThan(duration_ms * 0.85)
  expect(perRepeat).toBeGreaterThan(50)
  // The task ends a moment after its last report.
  const task = async () =>
    (await succeed(server, 'GET', '/api/v1/tasks?kind=transcription-run')).results[0]
  await until('the task to end', async () => (await task()).status !== 'PROGRESS', 30_000)
  expect(await task()).toMatchObject({ status: 'SUCCESS', attempts: 2 })
  await server.stop()
})
