import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { TaskError, type TaskKind } from '../../server/src/features/tasks/kinds.ts'
import { runNextTask } from '../../server/src/features/tasks/run-task.ts'
import { submitTask } from '../../server/src/features/tasks/submit-task.ts'
import { operator } from '../../server/src/features/workspaces/operator.ts'
import { catchError } from '../../server/test/catch-error.ts'
import { sendJson, useFakeEngine } from '../../server/test/fake-engine.ts'
import { useTenant } from '../../server/test/harness.ts'
import { until } from '../../server/test/server-client.ts'
import { type Atelier, isNotFound, JobFailed, type Task, TaskFailed } from '../src/index.ts'
import { startFlakyProxy } from './flaky-proxy.ts'
import { useServer } from './use-server.ts'

const server = useServer()
const engine = useFakeEngine()
const mia = useTenant(server.service)
let atelier: Atelier

beforeAll(() => {
  atelier = server.createClient(mia)
})

describe('a task', () => {
  // Submitted to a lane that no worker of the service polls, so each test runs the task itself.
  const lane = 'sdk' as never
  let goOn = Promise.withResolvers<void>()

  const kind = (work: () => Promise<object>): TaskKind => ({
    name: 'any',
    lane,
    maxAttempts: 1,
    run: async (_deps, { progress }) => {
      progress(30, 'halfway')
      await goOn.promise
      const result = await work()
      return async () => result
    },
  })
  const kinds = new Map([
    ['works', kind(async () => ({ said: 'hello' }))],
    [
      'refuses',
      kind(async () => {
        throw new TaskError('no_good', 'This is no good.', { field: 'image_url' })
      }),
    ],
  ])

  async function submit(name: string): Promise<string> {
    goOn = Promise.withResolvers()
    const { service } = server
    const quiet = { ...service.deps, queue: { ...service.deps.queue, send: async () => {} } }
    const actor = await operator(quiet, { workspace: mia.slug, user: mia.email })
    const { task_id } = await quiet.db.transaction(mia.workspaceId, (tx) =>
      submitTask(quiet, tx, actor, { kind: name, lane, input: {}, webhookUrl: undefined }),
    )
    return task_id
  }

  const run = () => {
    const { service } = server
    return runNextTask(
      { ...service.deps, queue: { ...service.deps.queue, send: async () => {} } },
      kinds,
      lane,
      new AbortController().signal,
    )
  }

  /** The task continues once its progress has been reported. */
  function listProgress(seen: (number | null)[]) {
    return ({ progress }: Task) => {
      seen.push(progress.percent)
      if (progress.percent === 30) goOn.resolve()
    }
  }

  test('is followed to its result', async () => {
    const id = await submit('works')
    const seen: number[] = []
    const waiting = atelier.tasks.wait(id, { onProgress: listProgress(seen) })
    await run()
    const task = await waiting
    expect([task.status, task.info]).toEqual(['SUCCESS', { said: 'hello' }])
    expect(seen).toContain(30)
    // A task that has ended is returned at once.
    expect((await atelier.tasks.wait(id)).task_id).toBe(id)
  })

  test('is polled if its stream is not available', async () => {
    const proxy = await startFlakyProxy(server.baseUrl)
    proxy.failRequests(({ url }) => (url.endsWith('/events') ? { status: 502 } : undefined))
    const polling = server.createClient(mia, { baseUrl: proxy.baseUrl })
    const id = await submit('works')
    const seen: number[] = []
    const running = run()
    // While the task is queued, the server asks for longer pauses.
    await until('a start', async () => (await atelier.tasks.get(id)).status === 'PROGRESS')
    const task = await polling.tasks.wait(id, { onProgress: listProgress(seen) })
    await running
    expect(task.status).toBe('SUCCESS')
    expect(seen).toContain(30)
    const asked = proxy.passed.map(({ url }) => url)
    expect(asked[0]).toBe(`/api/v1/tasks/${id}/events`)
    expect(asked.slice(1).every((url) => url === `/api/v1/tasks/${id}`)).toBe(true)
    expect(asked.length).toBeGreaterThan(2)
    await proxy.close()
  })

  test('that fails or is cancelled throws with its errors', async () => {
    const id = await submit('refuses')
    const failing = catchError(atelier.tasks.wait(id, { onProgress: listProgress([]) }))
    await run()
    const error = await failing
    expect(error).toBeInstanceOf(TaskFailed)
    expect(error).toMatchObject({
      name: 'TaskFailed',
      message: 'This is no good.',
      status: 'FAILURE',
      errors: [{ code: 'no_good', message: 'This is no good.', field: 'image_url' }],
      record: { task_id: id },
    })
    const cancelled = await submit('works')
    const waiting = catchError(atelier.tasks.wait(cancelled, { pollIntervalMs: 200 }))
    await atelier.tasks.cancel(cancelled)
    expect(await waiting).toMatchObject({
      name: 'TaskFailed',
      status: 'FAILURE',
      message: 'The task was cancelled.',
    })
  })

  test('can be followed change by change, and waiting can be aborted', async () => {
    const id = await submit('works')
    const running = run()
    const statuses: string[] = []
    for await (const { status, progress } of atelier.tasks.follow(id)) {
      statuses.push(status)
      if (progress.percent === 30) goOn.resolve()
    }
    await running
    expect(statuses.at(-1)).toBe('SUCCESS')
    const left = await submit('works')
    const leaving = new AbortController()
    const waiting = catchError(
      atelier.tasks.wait(left, {
        signal: leaving.signal,
        onProgress: () => leaving.abort(new Error('enough')),
      }),
    )
    expect((await waiting).message).toBe('enough')
    expect((await atelier.tasks.get(left)).status).toBe('PENDING')
    goOn.resolve()
    await run()
  })

  test('that does not exist fails immediately', async () => {
    expect(isNotFound(await catchError(atelier.tasks.wait(crypto.randomUUID())))).toBe(true)
  })
})

describe('a record that others complete', () => {
  test('a transcription is waited for by its job_status, not by its task', async () => {
    const file = '../../server/src/engines/transcription/test-files/speech.ogg'
    const speech = await readFile(join(import.meta.dirname, file))
    const heard = Promise.withResolvers<void>()
    engine.reply = async ({ path }, response) => {
      if (path === '/talk.ogg') return void response.end(speech)
      await heard.promise
      const segments = [{ start: 0.1, end: 1.2, text: 'Hello there.' }]
      sendJson(response, 200, { text: 'Hello there.', duration: 1.5, segments, words: [] })
    }
    await atelier.engines.chooseTranscription({
      kind: 'openai',
      model: 'whisper-1',
      api_key: 'sk-test',
      base_url: engine.url,
    })
    const { id, task_id } = await atelier.transcriptions.create({
      audio_url: `${engine.url}/talk.ogg`,
    })
    const seen: string[] = []
    const waiting = atelier.transcriptions.wait(id, {
      pollIntervalMs: 50,
      onProgress: ({ job_status }) => seen.push(job_status),
    })
    // The submission succeeds while the job is still running.
    expect((await atelier.tasks.wait(task_id)).status).toBe('SUCCESS')
    expect((await atelier.transcriptions.get(id)).job_status).not.toBe('DONE')
    heard.resolve()
    const done = await waiting
    expect([done.job_status, done.text]).toEqual(['DONE', 'Hello there.'])
    expect(seen).not.toContain('DONE')
    const subtitles = await atelier.transcriptions.downloadSubtitles(id)
    expect(await subtitles.text()).toContain('Hello there.')
  })

  test('a failed one reports the reason', async () => {
    engine.reply = (_, response) => sendJson(response, 404, {})
    const { id } = await atelier.transcriptions.create({ audio_url: `${engine.url}/gone.ogg` })
    const error = await catchError(atelier.transcriptions.wait(id, { pollIntervalMs: 50 }))
    expect(error).toBeInstanceOf(JobFailed)
    const { errors, record } = error as JobFailed<{ job_status: string }>
    expect(record.job_status).toBe('FAILED')
    expect(errors[0]).toMatchObject({ code: expect.any(String), message: error.message })
  })

  test('a video whose image cannot be read', async () => {
    const { id, art_variation_id } = await atelier.videos.generate({
      parameters: { scenes: [{ image_url: 'data:,nothing' }], resolution: '480p' },
    })
    const error = await catchError(
      atelier.videos.wait(id, art_variation_id, { pollIntervalMs: 50 }),
    )
    expect(error).toBeInstanceOf(JobFailed)
    expect((error as JobFailed).errors[0]?.field).toMatch(/scenes\.0\.image/)
  })
})
