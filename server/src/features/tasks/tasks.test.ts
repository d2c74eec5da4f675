import { describe, expect, test } from 'vitest'
import { type Tenant, useService } from '../../../test/harness.ts'
import { DatabaseAway } from '../../platform/postgres/database-errors.ts'
import { StorageError } from '../../platform/storage/storage-error.ts'
import { TaskError, type TaskKind } from './kinds.ts'
import { runNextTask } from './run-task.ts'
import { lane, taskClient } from './test-tasks.ts'

/** Tests the task machinery with kinds whose behaviour the test controls. */
const service = useService()
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

const { submit, runNext } = taskClient(service, kinds)
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
    const [planned] = await service.deps.db.system<{ seconds: number }>`
      update tasks set due_at = due_at + interval '1 hour' where id = ${id}
      returning extract(epoch from due_at - started_at)::float - 3600 as seconds`
    expect(planned?.seconds).toBeGreaterThanOrEqual(1.8)
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
