import { describe, expect, test } from 'vitest'
import { expectStatus, readProblem } from '../../../../test/harness.ts'
import {
  type Call,
  createBoard,
  createTask,
  listActivity,
  missingId,
  useBoards,
} from '../test-boards.ts'

const { service, boardClient, setUpBoard, createForeignTask } = useBoards()

describe('dependencies', () => {
  const link = (call: Call, from: { id: string }, to: { id: string }, relation_type = 'BLOCKS') =>
    call('POST', `/pm/tasks/${from.id}/add_dependency`, { target_task_id: to.id, relation_type })

  test('are shown from both sides, recorded in both histories, and removed', async () => {
    const { call } = await setUpBoard()
    const [a, b] = [
      await createTask(call, 'launch', { title: 'A' }),
      await createTask(call, 'launch', { title: 'B' }),
    ]
    const of = (task: { id: string }) =>
      expectStatus(200, call('GET', `/pm/tasks/${task.id}/dependencies`))
    const blocks = await expectStatus(200, link(call, a, b))
    expect(blocks).toMatchObject({ blocks: [{ id: b.id, slug: 'LAUNCH-2' }], is_blocked: false })
    await expectStatus(200, link(call, a, b))
    expect(await of(b)).toMatchObject({ blocks: [], blocked_by: [{ id: a.id }], is_blocked: true })
    await expectStatus(200, link(call, b, a, 'RELATES_TO'))
    await expectStatus(200, link(call, a, b, 'RELATES_TO'))
    await expectStatus(200, link(call, a, b, 'DUPLICATES'))
    const relations = async (task: { id: string }) =>
      (await of(task)).related.map((one: { relation_type: string }) => one.relation_type).sort()
    expect(await relations(a)).toEqual(['DUPLICATES', 'RELATES_TO'])
    expect(await relations(b)).toEqual(['DUPLICATED_BY', 'RELATES_TO'])
    const last = (await listActivity(call, b.id)).at(1)
    expect(last).toMatchObject({
      verb: 'dependency_added',
      changes: [{ field: 'blocked_by', old: null, new: a.id, new_display: 'LAUNCH-1 A' }],
    })
    expect([
      (await listActivity(call, a.id)).length,
      (await listActivity(call, b.id)).length,
    ]).toEqual([4, 4])
    const comment = { content_type: 'task', object_pk: a.id, comment: 'Hello' }
    await expectStatus(201, call('POST', '/comments', comment))
    const signs = async () =>
      (await expectStatus(200, call('GET', '/pm/boards/launch/task-signs'))).results
    const sign = (task: { id: string }, comments_count: number, open_blockers: number) => ({
      ...{ task: task.id, comments_count, open_blockers },
    })
    const both = [sign(a, 1, 0), sign(b, 0, 1)]
    expect(await signs()).toEqual(both.sort((one, other) => (one.task < other.task ? -1 : 1)))
    await expectStatus(200, call('PATCH', `/pm/tasks/${a.id}`, { complete: true }))
    expect(await signs()).toEqual([sign(a, 1, 0)])
    await expectStatus(200, call('PATCH', `/pm/tasks/${a.id}`, { complete: false }))
    const remove = (body: object) => call('POST', `/pm/tasks/${a.id}/remove_dependency`, body)
    await expectStatus(200, remove({ target_task_id: 'launch-2', relation_type: 'BLOCKS' }))
    const missing = remove({ target_task_id: b.id, relation_type: 'BLOCKS' })
    expect(await readProblem(missing)).toEqual([404, 'dependency_not_found'])
    expect(await expectStatus(200, remove({ target_task_id: b.id }))).toMatchObject({ related: [] })
    expect((await listActivity(call, a.id)).at(-1).changes).toHaveLength(2)
    expect(await readProblem(link(call, a, a))).toEqual([400, 'target_task_id'])
    expect(await readProblem(link(call, a, { id: missingId }))).toEqual([404, 'pm_task_not_found'])
    expect(await readProblem(link(call, a, b, 'LIKES'))).toEqual([400, 'relation_type'])
  })

  test('409 for cycles, and for one of two links that form one together', async () => {
    const { call } = await setUpBoard()
    const createTasks = (count: number) =>
      Promise.all(Array.from({ length: count }, () => createTask(call, 'launch')))
    const [a, b, c] = await createTasks(3)
    await expectStatus(200, link(call, a, b))
    await expectStatus(200, link(call, b, c))
    expect(await readProblem(link(call, b, a))).toEqual([409, 'dependency_cycle'])
    expect(await readProblem(link(call, c, a))).toEqual([409, 'dependency_cycle'])
    await expectStatus(200, link(call, c, a, 'RELATES_TO'))
    await expectStatus(200, link(call, a, c))
    // Two links with no task in common close a cycle with the two existing ones.
    const circles = await Promise.all(Array.from({ length: 5 }, () => createTasks(4)))
    for (const [d, e, f, g] of circles) {
      await expectStatus(200, link(call, d, e))
      await expectStatus(200, link(call, f, g))
    }
    const race = await Promise.all(
      circles.flatMap(([d, e, f, g]) => [link(call, e, f), link(call, g, d)]),
    )
    const statuses = race.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(5).fill(409)])
  })

  test('400 for a task with itself, 404 for one that is missing or in another workspace', async () => {
    const { call } = await setUpBoard()
    const task = await createTask(call, 'launch')
    const theirs = await createForeignTask(await service.tenant())
    expect(await readProblem(link(call, task, task))).toEqual([400, 'target_task_id'])
    expect(await readProblem(link(call, task, task, 'CAUSES'))).toEqual([400, 'relation_type'])
    for (const other of [theirs, { id: missingId }]) {
      expect(await readProblem(link(call, task, other))).toEqual([404, 'pm_task_not_found'])
    }
    const { blocks } = await expectStatus(200, call('GET', `/pm/tasks/${task.id}/dependencies`))
    expect(blocks).toEqual([])
  })

  test('409 with the names of the blockers for every way to complete a blocked task', async () => {
    const { mia, call, columns } = await setUpBoard()
    const jo = await service.colleague(mia, 'member')
    const secret = await createBoard(call, { title: 'Secret', access: 0 })
    const a = await createTask(call, 'launch', { title: 'Choose pictures', status: columns.Draft })
    const b = await createTask(call, 'launch', { title: 'Print', status: columns.Draft })
    const hidden = await createTask(call, secret.id, { title: 'Hidden budget' })
    await expectStatus(200, link(call, a, b))
    const path = `/pm/tasks/${b.id}`
    const requests = [
      () => call('PATCH', path, { complete: true }),
      () => call('PATCH', path, { status: columns.Completed }),
      () => call('POST', `${path}/move`, { status: columns.Completed }),
    ]
    for (const complete of requests) {
      const answer = await complete()
      expect([answer.status, answer.body.detail]).toEqual([
        409,
        'The task is blocked by LAUNCH-1 “Choose pictures”.',
      ])
    }
    // A task can be completed together with its blockers.
    const move = { target_status_id: columns.Completed }
    await expectStatus(200, call('POST', `/pm/status/${columns.Draft}/move`, move))
    await expectStatus(200, call('PATCH', path, { complete: false }))
    await expectStatus(200, link(call, hidden, b))
    const { status, body } = await boardClient(jo)('PATCH', path, { complete: true })
    expect([status, body.detail]).toEqual([409, 'The task is blocked by 1 that you cannot see.'])
    const seen = await expectStatus(200, boardClient(jo)('GET', `${path}/dependencies`))
    expect(seen.blocked_by.map((one: { title: string }) => one.title)).toEqual(['Choose pictures'])
    expect(seen.is_blocked).toBe(true)
    expect(await readProblem(link(boardClient(jo), b, hidden))).toEqual([404, 'pm_task_not_found'])
    await expectStatus(204, call('DELETE', `/pm/tasks/${hidden.id}`))
    await expectStatus(200, call('PATCH', path, { complete: true }))
  })
})
