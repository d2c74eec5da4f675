import { describe, expect, test } from 'vitest'
import {
  type Ask,
  historyOf,
  makeBoard,
  makeTask,
  must,
  refusal,
  useBoards,
  uuid,
} from '../test-boards.ts'

const { service, asker, onBoard, taskOf } = useBoards()

describe('dependencies', () => {
  const link = (ask: Ask, from: { id: string }, to: { id: string }, relation_type = 'BLOCKS') =>
    ask('POST', `/pm/tasks/${from.id}/add_dependency`, { target_task_id: to.id, relation_type })

  test('are shown from both sides, recorded in both histories, and removed', async () => {
    const { ask } = await onBoard()
    const [a, b] = [
      await makeTask(ask, 'launch', { title: 'A' }),
      await makeTask(ask, 'launch', { title: 'B' }),
    ]
    const of = (task: { id: string }) => must(200, ask('GET', `/pm/tasks/${task.id}/dependencies`))
    const blocks = await must(200, link(ask, a, b))
    expect(blocks).toMatchObject({ blocks: [{ id: b.id, slug: 'LAUNCH-2' }], is_blocked: false })
    await must(200, link(ask, a, b))
    expect(await of(b)).toMatchObject({ blocks: [], blocked_by: [{ id: a.id }], is_blocked: true })
    await must(200, link(ask, b, a, 'RELATES_TO'))
    await must(200, link(ask, a, b, 'RELATES_TO'))
    await must(200, link(ask, a, b, 'DUPLICATES'))
    const relations = async (task: { id: string }) =>
      (await of(task)).related.map((one: { relation_type: string }) => one.relation_type).sort()
    expect(await relations(a)).toEqual(['DUPLICATES', 'RELATES_TO'])
    expect(await relations(b)).toEqual(['DUPLICATED_BY', 'RELATES_TO'])
    const last = (await historyOf(ask, b.id)).at(1)
    expect(last).toMatchObject({
      verb: 'dependency_added',
      changes: [{ field: 'blocked_by', old: null, new: a.id, new_display: 'LAUNCH-1 A' }],
    })
    expect([(await historyOf(ask, a.id)).length, (await historyOf(ask, b.id)).length]).toEqual([
      4, 4,
    ])
    const comment = { content_type: 'task', object_pk: a.id, comment: 'Hello' }
    await must(201, ask('POST', '/comments', comment))
    const signs = async () => (await must(200, ask('GET', '/pm/boards/launch/task-signs'))).results
    const sign = (task: { id: string }, comments_count: number, open_blockers: number) => ({
      ...{ task: task.id, comments_count, open_blockers },
    })
    const both = [sign(a, 1, 0), sign(b, 0, 1)]
    expect(await signs()).toEqual(both.sort((one, other) => (one.task < other.task ? -1 : 1)))
    await must(200, ask('PATCH', `/pm/tasks/${a.id}`, { complete: true }))
    expect(await signs()).toEqual([sign(a, 1, 0)])
    await must(200, ask('PATCH', `/pm/tasks/${a.id}`, { complete: false }))
    const remove = (body: object) => ask('POST', `/pm/tasks/${a.id}/remove_dependency`, body)
    await must(200, remove({ target_task_id: 'launch-2', relation_type: 'BLOCKS' }))
    expect(await refusal(remove({ target_task_id: b.id, relation_type: 'BLOCKS' }))).toEqual([
      404,
      'dependency_not_found',
    ])
    expect(await must(200, remove({ target_task_id: b.id }))).toMatchObject({ related: [] })
    expect((await historyOf(ask, a.id)).at(-1).changes).toHaveLength(2)
    expect(await refusal(link(ask, a, a))).toEqual([400, 'target_task_id'])
    expect(await refusal(link(ask, a, { id: uuid }))).toEqual([404, 'pm_task_not_found'])
    expect(await refusal(link(ask, a, b, 'LIKES'))).toEqual([400, 'relation_type'])
  })

  test('409 for cycles, and for one of two links that form one together', async () => {
    const { ask } = await onBoard()
    const makeSome = (count: number) =>
      Promise.all(Array.from({ length: count }, () => makeTask(ask, 'launch')))
    const [a, b, c] = await makeSome(3)
    await must(200, link(ask, a, b))
    await must(200, link(ask, b, c))
    expect(await refusal(link(ask, b, a))).toEqual([409, 'dependency_cycle'])
    expect(await refusal(link(ask, c, a))).toEqual([409, 'dependency_cycle'])
    await must(200, link(ask, c, a, 'RELATES_TO'))
    await must(200, link(ask, a, c))
    // Two links with no task in common close a cycle with the two existing ones.
    const circles = await Promise.all(Array.from({ length: 5 }, () => makeSome(4)))
    for (const [d, e, f, g] of circles) {
      await must(200, link(ask, d, e))
      await must(200, link(ask, f, g))
    }
    const race = await Promise.all(
      circles.flatMap(([d, e, f, g]) => [link(ask, e, f), link(ask, g, d)]),
    )
    const statuses = race.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(5).fill(409)])
  })

  test('400 for a task with itself, 404 for one that is missing or in another workspace', async () => {
    const { ask } = await onBoard()
    const task = await makeTask(ask, 'launch')
    const theirs = await taskOf(await service.tenant())
    expect(await refusal(link(ask, task, task))).toEqual([400, 'target_task_id'])
    expect(await refusal(link(ask, task, task, 'CAUSES'))).toEqual([400, 'relation_type'])
    for (const other of [theirs, { id: uuid }]) {
      expect(await refusal(link(ask, task, other))).toEqual([404, 'pm_task_not_found'])
    }
    const { blocks } = await must(200, ask('GET', `/pm/tasks/${task.id}/dependencies`))
    expect(blocks).toEqual([])
  })

  test('409 with the names of the blockers for every way to complete a blocked task', async () => {
    const { mia, ask, columns } = await onBoard()
    const jo = await service.colleague(mia, 'member')
    const secret = await makeBoard(ask, { title: 'Secret', access: 0 })
    const a = await makeTask(ask, 'launch', { title: 'Choose pictures', status: columns.Draft })
    const b = await makeTask(ask, 'launch', { title: 'Print', status: columns.Draft })
    const hidden = await makeTask(ask, secret.id, { title: 'Hidden budget' })
    await must(200, link(ask, a, b))
    const path = `/pm/tasks/${b.id}`
    const ways = [
      () => ask('PATCH', path, { complete: true }),
      () => ask('PATCH', path, { status: columns.Completed }),
      () => ask('POST', `${path}/move`, { status: columns.Completed }),
    ]
    for (const complete of ways) {
      const answer = await complete()
      expect([answer.status, answer.body.detail]).toEqual([
        409,
        'The task is blocked by LAUNCH-1 “Choose pictures”.',
      ])
    }
    // A task can be completed together with its blockers.
    const move = { target_status_id: columns.Completed }
    await must(200, ask('POST', `/pm/status/${columns.Draft}/move`, move))
    await must(200, ask('PATCH', path, { complete: false }))
    await must(200, link(ask, hidden, b))
    const { status, body } = await asker(jo)('PATCH', path, { complete: true })
    expect([status, body.detail]).toEqual([409, 'The task is blocked by 1 that you cannot see.'])
    const seen = await must(200, asker(jo)('GET', `${path}/dependencies`))
    expect(seen.blocked_by.map((one: { title: string }) => one.title)).toEqual(['Choose pictures'])
    expect(seen.is_blocked).toBe(true)
    expect(await refusal(link(asker(jo), b, hidden))).toEqual([404, 'pm_task_not_found'])
    await must(204, ask('DELETE', `/pm/tasks/${hidden.id}`))
    await must(200, ask('PATCH', path, { complete: true }))
  })
})
