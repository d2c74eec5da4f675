import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelCache, testModels } from './models.ts'
import { useProcesses } from './processes.ts'
import { type S3Server, startS3Server } from './s3-server.ts'
import { request, until } from './server-client.ts'
import { isSoak } from './soak.ts'
import { endTaskLeases } from './task-leases.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** API and workers in separate processes with S3. The worker is killed while a client listens. */
const processes = useProcesses()
const credentials = { accessKeyId: 'speech', secretAccessKey: 'speech-secret' }
let database: TestDatabase
let s3: S3Server

beforeAll(async () => {
  database = await createTestDatabase()
  s3 = await startS3Server('speech', credentials)
  await testModels.pull('kokoro')
})
afterAll(async () => {
  await database.drop()
  await s3.close()
})

test.skipIf(!isSoak)(
  'kill -9 of a worker: the stream continues, and is the file of the task',
  async () => {
    const dataDir = await processes.dataFolder()
    const start = (role: string) =>
      processes.startServer({
        dataDir,
        env: {
          DATABASE_URL: database.url,
          ATELIER_ROLES: role,
          ATELIER_MODELS_DIR: modelCache,
          ATELIER_S3_BUCKET: 'speech',
          ATELIER_S3_ENDPOINT: s3.endpoint,
          AWS_ACCESS_KEY_ID: credentials.accessKeyId,
          AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        },
      })
    const api = await start('api')
    let worker = await start('worker')
    const client = new OpenAI({ apiKey: api.key, baseURL: `${api.baseUrl}/v1`, maxRetries: 0 })
    const input = 'Tea is hot. Milk is cold. Bread is warm. The sun is up.'
    const response = await client.audio.speech.create({ model: 'tts-1', voice: 'marin', input })
    const chunks: Uint8Array[] = []
    for await (const chunk of response.body as ReadableStream<Uint8Array>) {
      chunks.push(chunk)
      if (chunks.length > 1) continue
      await worker.kill9()
      await endTaskLeases(database.url)
      worker = await start('worker')
    }

    const { results } = await request(api, 'GET', '/api/v1/tasks?kind=speech')
    expect(results).toMatchObject([{ state: 'SUCCESS', attempts: 2 }])
    const file = await fetch(results[0].result.url)
    expect(Buffer.concat(chunks).equals(Buffer.from(await file.arrayBuffer()))).toBe(true)
    const left = () => [...s3.objects.keys()].filter((key) => key.startsWith('speech-parts/'))
    await until('the parts to go', async () => left().length === 0)
    await worker.stop()
    await api.stop()
  },
)
