import { beforeAll, describe, expect, test } from 'vitest'
import { type Tenant, useService } from '../../test/harness.ts'
import { admittedCaller, type OperationCaller, operationCaller } from './call-operation.ts'
import { Admission } from './gate/admission.ts'
import { serviceActor } from './permissions.ts'

describe('operations called internally', () => {
  const service = useService()
  let mia: Tenant
  let caller: OperationCaller
  const actor = () => ({
    ...serviceActor(mia.workspaceId, mia.userId),
    permissions: new Set(['boards:read', 'boards:write', 'projects:write'] as const),
  })

  beforeAll(async () => {
    mia = await service.tenant()
    caller = operationCaller(service.operations)
  })

  const create = (body: object, options = {}) =>
    caller.call(service.deps, actor(), 'createBoard', { body }, options)

  test('return the same as over HTTP', async () => {
    const made = await create({ title: 'Launch' })
    expect(made.status).toBe(201)
    const { id } = JSON.parse(made.body)
    const params = { board_id: id }
    const inside = await caller.call(service.deps, actor(), 'getBoard', { params })
    const outside = await service.call('GET', `/api/v1/pm/boards/${id}`, { key: mia.key })
    expect(JSON.parse(inside.body)).toEqual(outside.body)
  })

  test('keep exact JSON unchanged', async () => {
    const made = await caller.call(service.deps, actor(), 'createProject', {
      params: { resourcetype: 'campaign' },
      body: { title: 'Spring', data: { zone: 1, area: [1.5] } },
    })
    expect(made.body).toContain('{"zone":1,"area":[1.5]}')
  })

  test.each([
    ['a field that is not there', { title: 'x', colour: 'red' }, 'colour'],
    ['a wrong type', { title: 5 }, 'title'],
    ['nothing', undefined, ''],
  ])('%s is rejected with its path', async (_, body, path) => {
    await expect(create(body as object)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: expect.stringContaining(path) }],
    })
  })

  test('a missing parameter, a missing permission, an unknown operation', async () => {
    const ask = (id: string, query: object) => caller.call(service.deps, actor(), id, { query })
    await expect(ask('listBoards', { pages: 1 })).rejects.toMatchObject({ status: 400 })
    await expect(ask('listTasks', {})).rejects.toMatchObject({ status: 403 })
    await expect(ask('logIn', {})).rejects.toMatchObject({ status: 404 })
  })

  test('run once per idempotency key, even if they fail', async () => {
    const first = await create({ title: 'Once' }, { idempotencyKey: 'one' })
    expect(await create({ title: 'Once' }, { idempotencyKey: 'one' })).toMatchObject({
      body: first.body,
      replayed: true,
    })
    const other = create({ title: 'Other' }, { idempotencyKey: 'one' })
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  })

  test('are admitted like requests, and hold no place while they wait for something else', async () => {
    const admission = new Admission()
    const started: string[] = []
    const end = Promise.withResolvers<never>()
    const admitted = admittedCaller(
      {
        ...caller,
        call: (_deps, _actor, id, _input, options) => {
          started.push(id)
          if (id === 'readAnswers') options?.onWaiting?.()
          return end.promise
        },
      },
      admission,
    )
    const call = (id: string) => admitted.call(service.deps, actor(), id, {}).catch(() => {})
    const ended = Array.from({ length: 20 }, () => call('readAnswers'))
    ended.push(...Array.from({ length: 9 }, () => call('listBoards')))
    await expect.poll(() => started.filter((id) => id === 'listBoards')).toHaveLength(8)
    expect(started).toHaveLength(28)
    expect(admission.load()).toMatchObject({ inUse: 8, waiting: 1 })
    end.reject(new Error('over'))
    await Promise.all(ended)
    expect(started).toHaveLength(29)
    expect(admission.load().inUse).toBe(0)
  })
})
