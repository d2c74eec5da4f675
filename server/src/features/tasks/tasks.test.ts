import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Tenant, useService } from '../../../test/harness.ts'
import { DatabaseAway } from '../../platform/postgres/database-errors.ts'
import { StorageError } from '../../platform/storage/storage-error.ts'
import { operator } from '../workspaces/operator.ts'
import { TaskError, type TaskKind } from './kinds.ts'
import { runNextTask } from './run-task.ts'
import { submitTask } from './submit-task.ts'

/**
 * Tests the task machinery with kinds whose behaviour the test controls. Tasks go to a lane that no
 * worker of the service reads, so each test decides when one runs.
 */
const service = useService()
const lane = 'bench' as never
const started: { workspaceId: number; name: string }[] = []

const kinds = new Map<string, TaskKind>([
  ['works', kind(async (input) => ({ said: input.say }))],
  ['refuses', failing(new TaskError('no_good', 'This is no good.', { field: 'image_url' }))],
  ['stumbles', failing(new TaskError('away', 'The other side is away.', { retryable: true }))],
  ['loses the database', failing(new DatabaseAway())],
  ['loses the storage', failing(new StorageError('storage_unavailable'))],
  ['breaks', failing(new Error('secret detail of ours'))],
  [
    'waits',
    kind(
      (_input, signal) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    ),
  ],
])

/** The machine may be busy with other tests. */
const patient = { timeout: 60_000 }

function kind(work: (input: { say?: string }, signal: AbortSignal) => Promise<object>): TaskKind {
  return {
    name: 'any',
    lane,
    maxAttempts: 2,
    run: async (_deps, { actor, input, progress, signal }) => {
      started.push({ workspaceId: actor.workspaceId, name: (input as { name: string }).name })
      progress(30, 'halfway')
      const result = await work(input as never, signal)
      return async () => result
    },
  }
}

function failing(error: Error): TaskKind {
  return kind(() => Promise.reject(error))
}

async function submit(
  tenant: Tenant,
  name: string,
  extra: { input?: object; webhookUrl?: string } = {},
) {
  const actor = await operator(service.deps, { workspace: tenant.slug, user: tenant.email })
  const { task_id } = await service.deps.db.transaction(tenant.workspaceId, (tx) =>
    submitTask(service.deps, tx, actor, {
      kind: name,
      lane,
      input: { name, ...extra.input },
      webhookUrl: extra.webhookUrl,
    }),
  )
  return task_id
}

const goingOn = new AbortController().signal
const runNext = () => runNextTask(service.deps, kinds, lane, goingOn)
const read = async (tenant: Tenant, id: string) =>
  (await service.call('GET', `/api/v1/tasks/${id}`, { key: tenant.key })).body

describe('a task', () => {
  test('goes from PENDING to SUCCESS; result equals info and is absent before', async () => {
    const mia = await service.tenant()
    const id = await submit(mia, 'works', { input: { say: 'hello' } })
    const before = await service.call('GET', `/api/v1/tasks/${id}`, { key: mia.key })
    expect(before.body).toMatchObject({
      task_id: id,
      status: 'PENDING',
      queue_position: 1,
      attempts: 0,
    })
    expect(before.body).not.toHaveProperty('result')
    expect(before.headers['retry-after']).toBeDefined()
    await runNext()
    const after = await service.call('GET', `/api/v1/service/tasks/${id}`, { key: mia.key })
    expect(after.body).toMatchObject({ status: 'SUCCESS', info: { said: 'hello' }, attempts: 1 })
    expect(after.body.result).toEqual(after.body.info)
    expect(after.body.progress.percent).toBe(100)
    expect(after.headers['retry-after']).toBeUndefined()
  })

  test('ends in FAILURE with the field at once if it is not retryable', async () => {
    const mia = await service.tenant()
    const id = await submit(mia, 'refuses')
    await runNext()
    expect(await read(mia, id)).toMatchObject({
      status: 'FAILURE',
      error: 'This is no good.',
      attempts: 1,
      info: {
        errors: [{ code: 'no_good', message: 'This is no good.', field: 'image_url' }],
        detail: { code: 'no_good', message: 'This is no good.' },
      },
    })
  })

  test('that fails while its worker stops is released, and the attempt does not count', async () => {
    const mia = await service.tenant()
    const id = await submit(mia, 'refuses')
    await runNextTask(service.deps, kinds, lane, AbortSignal.abort())
    expect(await read(mia, id)).toMatchObject({ status: 'PENDING', attempts: 0 })
    await runNext()
    expect(await read(mia, id)).toMatchObject({ status: 'FAILURE', attempts: 1 })
  })

  test('is retried later if it is retryable, but not forever', async () => {
    const mia = await service.tenant()
    const id = await submit(mia, 'stumbles')
    await runNext()
    expect(await read(mia, id)).toMatchObject({ status: 'RETRY', attempts: 1 })
    await runNext() // not due yet
    expect(await read(mia, id)).toMatchObject({ status: 'RETRY', attempts: 1 })
    await service.deps.db.system`update tasks set due_at = now() where id = ${id}`
    await runNext()
    expect(await read(mia, id)).toMatchObject({ status: 'FAILURE', attempts: 2 })
  })

  test.each(['database', 'storage'])('that lost the %s is run again', async (part) => {
    const mia = await service.tenant()
    const id = await submit(mia, `loses the ${part}`)
    for (const attempts of [1, 2, 3]) {
      await runNext()
      expect(await read(mia, id)).toMatchObject({ status: 'RETRY', attempts })
      await service.deps.db.system`update tasks set due_at = now() where id = ${id}`
    }
    await service.call('POST', `/api/v1/tasks/${id}/cancel`, { key: mia.key })
  })

  test('does not reveal internal errors', async () => {
    const mia = await service.tenant()
    const id = await submit(mia, 'breaks')
    await runNext()
    const task = await read(mia, id)
    expect(task.info.errors[0].code).toBe('internal_error')
    expect(JSON.stringify(task)).not.toContain('secret detail')
  })

  test('can be cancelled before and after the start, and a late result does not count', async () => {
    const mia = await service.tenant()
    const cancel = (id: string) =>
      service.call('POST', `/api/v1/tasks/${id}/cancel`, { key: mia.key })
    const waiting = await submit(mia, 'works')
    expect((await cancel(waiting)).body.state).toBe('REVOKED')
    await runNext()
    expect((await read(mia, waiting)).attempts).toBe(0)
    const running = await submit(mia, 'waits')
    const run = runNext()
    await expect.poll(async () => (await read(mia, running)).status).toBe('PROGRESS')
    expect((await cancel(running)).body.state).toBe('REVOKED')
    await run // ends because its signal was aborted
    expect((await read(mia, running)).state).toBe('REVOKED')
    expect((await cancel(running)).body.state).toBe('REVOKED')
  })

  test('is taken over if its worker is gone, and the first worker’s result is rejected', async () => {
    const mia = await service.tenant()
    const id = await submit(mia, 'works', { input: { say: 'second' } })
    await service.deps.db.system`update tasks set status = 'STARTED', attempts = 1,
      lease = gen_random_uuid(), due_at = now() - interval '1 second' where id = ${id}`
    await runNext()
    expect(await read(mia, id)).toMatchObject({
      status: 'SUCCESS',
      attempts: 2,
      info: { said: 'second' },
    })
  })
})

describe('following and listing', () => {
  test('the stream sends the task after each change and ends with it; lists filter', async () => {
    const mia = await service.tenant()
    const id = await submit(mia, 'works', { input: { say: 'x' } })
    const response = service.call('GET', `/api/v1/tasks/${id}/events`, { key: mia.key })
    await runNext()
    const { text } = await response
    const seen = [...text.matchAll(/^data: (.*)$/gm)].map(
      ([, data]) => JSON.parse(data as string).status,
    )
    expect(seen.at(-1)).toBe('SUCCESS')
    const list = (query: string) => service.call('GET', `/api/v1/tasks?${query}`, { key: mia.key })
    expect((await list('status=SUCCESS&kind=works')).body.count).toBe(1)
    expect((await list('status=FAILURE')).body.count).toBe(0)
    expect((await list('status=DONE')).status).toBe(400)
  })

  test('the stream reports a cancellation that had an Idempotency-Key', async () => {
    const mia = await service.tenant()
    const id = await submit(mia, 'works', { input: { say: 'x' } })
    const response = service.call('GET', `/api/v1/tasks/${id}/events`, { key: mia.key })
    await service.call('POST', `/api/v1/tasks/${id}/cancel`, {
      key: mia.key,
      headers: { 'idempotency-key': 'stop' },
    })
    expect((await response).text).toContain('"REVOKED"')
  })
})

describe('webhooks', () => {
  let receiver: Server
  const received: { headers: Record<string, string>; body: string }[] = []
  const answers: number[] = []
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        received.push({ headers: request.headers as Record<string, string>, body })
        response.writeHead(answers.shift() ?? 204, { location: '/elsewhere' }).end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => receiver.close())

  test('the end of a task is sent, signed per Standard Webhooks', async () => {
    const mia = await service.tenant()
    const { port } = receiver.address() as AddressInfo
    const id = await submit(mia, 'works', { webhookUrl: `http://127.0.0.1:${port}/hook` })
    await runNext()
    await expect.poll(() => received.length).toBe(1)
    const { body: secret } = await service.call('GET', '/api/v1/webhooks/secret', { key: mia.key })
    const [{ headers, body }] = received as [(typeof received)[0]]
    const event = new Webhook(secret.secret).verify(body, headers) as { data: { task_id: string } }
    expect(event.data.task_id).toBe(id)
    expect(() => new Webhook(secret.secret).verify(`${body} `, headers)).toThrow()
  })

  test('a cancelled task has ended too', async () => {
    const mia = await service.tenant()
    const { port } = receiver.address() as AddressInfo
    received.length = 0
    const id = await submit(mia, 'works', { webhookUrl: `http://127.0.0.1:${port}/hook` })
    await service.call('POST', `/api/v1/tasks/${id}/cancel`, { key: mia.key })
    await expect.poll(() => received.length, patient).toBe(1)
    expect(JSON.parse(received[0]?.body ?? '').data).toMatchObject({
      task_id: id,
      state: 'REVOKED',
    })
  })

  test('a failing receiver is called again with the same id; one that returns 410 is not', async () => {
    const mia = await service.tenant()
    const { port } = receiver.address() as AddressInfo
    const webhookUrl = `http://127.0.0.1:${port}/hook`
    const jobsOf = (id: string) =>
      service.deps.db.system`
        select attempts, error from jobs
        where queue = 'task-webhooks' and data->>'task_id' = ${id}`
    const failedOnce = [{ attempts: 1, error: expect.any(String) }]
    received.length = 0
    answers.push(500, 204)
    const id = await submit(mia, 'works', { webhookUrl })
    await runNext()
    await expect.poll(() => jobsOf(id), patient).toEqual(failedOnce)
    await service.hurryJobs('task-webhooks')
    await expect.poll(() => received.length, patient).toBe(2)
    const ids = received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([`task_${id}`, `task_${id}`])
    await expect.poll(() => jobsOf(id), patient).toEqual([])

    answers.push(410)
    const gone = await submit(mia, 'works', { webhookUrl })
    await runNext()
    await expect.poll(() => received.length, patient).toBe(3)
    await expect.poll(() => jobsOf(gone), patient).toEqual([])

    // A redirect is not a success, and is not followed with our signature.
    answers.push(307)
    const moved = await submit(mia, 'works', { webhookUrl })
    await runNext()
    await expect.poll(() => jobsOf(moved), patient).toEqual(failedOnce)
    expect(received).toHaveLength(4)
  })
})

// Last, because it leaves many tasks behind.
describe('fairness', () => {
  test('a workspace with many tasks delays the first of another by at most one', async () => {
    const busy = await service.tenant()
    const small = await service.tenant()
    await Promise.all(Array.from({ length: 1000 }, () => submit(busy, 'works')))
    await runNext()
    started.length = 0
    await submit(small, 'works')
    await runNext()
    await runNext()
    expect(started.map(({ workspaceId }) => workspaceId)).toContain(small.workspaceId)
  })
})
