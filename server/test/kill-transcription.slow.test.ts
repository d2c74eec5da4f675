import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAudio } from '../src/engines/media/decode-audio.ts'
import { writeWav } from '../src/engines/media/test-wav.ts'
import { connectSql, type TestSql } from './connect-sql.ts'
import { FakeEngine } from './fake-engine.ts'
import { modelCache, testModels } from './models.ts'
import { useProcesses } from './processes.ts'
import { request, until } from './server-client.ts'
import { endTaskLeases } from './task-leases.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** The process is killed in the middle of a recording; the next one resumes from there. */
const processes = useProcesses()
const files = new FakeEngine()
const recording = join(import.meta.dirname, '../src/engines/transcription/test-files/speech.ogg')
const repeats = 2
/** An advisory lock. While the test holds it, the server can't store the second part. */
const gate = 15_151
let database: TestDatabase
let sql: TestSql

beforeAll(async () => {
  database = await createTestDatabase()
  sql = connectSql(database.url)
  await sql.run(`
    create function pass_gate() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${gate});
      return new;
    end $$;
    create trigger pass_gate before insert on transcription_parts
      for each row when (new.sequence = 1) execute function pass_gate()`)
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
})
afterAll(async () => {
  await files.stop()
  await sql.end()
  await database.drop()
})

test('kill -9 in the middle of a transcription: it resumes from there, once', async () => {
  const dataDir = await processes.dataFolder()
  const env = {
    DATABASE_URL: database.url,
    ATELIER_MODELS_DIR: modelCache,
    ATELIER_HEAVY_TASKS: '1',
    ATELIER_ALLOW_CIDRS: 'all=127.0.0.0/8',
  }
  await sql`select pg_advisory_lock(${gate})`
  let server = await processes.startServer({ dataDir, env })
  const { id } = await request(server, 'POST', '/api/v1/transcription/transcribe', {
    body: { audio_url: `${files.url}/talk.wav` },
  })
  const read = () => request(server, 'GET', `/api/v1/transcription/${id}`)
  const isAtGate = async () => {
    const waiting = await sql`
      select from pg_locks where locktype = 'advisory' and not granted and objid = ${gate}::oid`
    return waiting.length > 0
  }
  await until('the second part', isAtGate)
  const reached = (await read()).percent
  expect(reached).toBeGreaterThan(0)
  await server.kill9()
  await sql`select pg_advisory_unlock(${gate})`
  await endTaskLeases(database.url)
  server = await processes.startServer({ dataDir, env })
  expect((await read()).percent).toBeGreaterThanOrEqual(reached)
  await until('the rest', async () => (await read()).job_status === 'DONE')

  const { payload, duration_ms } = await read()
  expect(duration_ms).toBeGreaterThan(40_000)
  // Each repetition was transcribed once: none twice, none lost.
  const text: string = payload.phrases.map((phrase: { text: string }) => phrase.text).join(' ')
  for (const words of ['opened the door', 'train to London', 'end of the week']) {
    expect([words, text.split(words).length - 1]).toEqual([words, repeats])
  }
  const starts: number[] = payload.phrases.map((phrase: { start: number }) => phrase.start)
  expect(starts).toEqual([...starts].sort((a, b) => a - b))
  expect(starts.at(-1)).toBeGreaterThan(duration_ms * 0.85)
  // The task ends shortly after its last report.
  const task = async () =>
    (await request(server, 'GET', '/api/v1/tasks?kind=transcription-run')).results[0]
  await until('the task to end', async () => (await task()).status !== 'PROGRESS')
  expect(await task()).toMatchObject({ status: 'SUCCESS', attempts: 2 })
  await server.stop()
})
