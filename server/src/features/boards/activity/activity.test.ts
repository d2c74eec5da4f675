import { describe, expect, test } from 'vitest'
import { expectStatus, readProblem } from '../../../../test/harness.ts'
import { createBoard, createTask, listActivity, readColumns, useBoards } from '../test-boards.ts'
import type { ActivityEntry } from './schemas.ts'

const { service, boardClient } = useBoards()

describe('GET /pm/tasks/{task_id}/activity', () => {
  test('200 each change is an entry with the actor, the changes and the names at the time', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const call = boardClient(mia, { 'x-request-id': 'the-request' })
    await createBoard(call)
    const columns = await readColumns(call, 'launch')
    const task = await createTask(call, 'launch', { status: columns['To Do'], tags: ['x'] })
    const path = `/pm/tasks/${task.slug}`
    await expectStatus(200, call('PATCH', path, { status: columns['In Progress'] }))
    const renamed = { title: 'Doing' }
    const url = `/pm/boards/launch/status/${columns['In Progress']}`
    await expectStatus(200, call('PATCH', url, renamed))
    await expectStatus(200, call('PATCH', path, { assignees: [jo.userId] }))
    await expectStatus(200, call('PATCH', path, { assignees: [], title: 'New' }))
    await expectStatus(200, call('PATCH', path, { title: 'New', tags: ['X'] }))
    const { count, results } = await expectStatus(200, call('GET', `${path}/activity`))
    expect([count, results.map((entry: ActivityEntry) => entry.verb)]).toEqual([
      4,
      ['unassigned', 'assigned', 'status_changed', 'created'],
    ])
    expect(results[2]).toEqual({
      id: expect.any(Number),
      seq: 2,
      verb: 'status_changed',
      actor: { id: mia.userId, name: 'Test key', kind: 'agent', via: 'api' },
      object: { type: 'task', id: task.id },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/),
      changes: [
        {
          field: 'status',
          old: columns['To Do'],
          new: columns['In Progress'],
          old_display: 'To Do',
          new_display: 'In Progress',
        },
      ],
      comment: null,
      request_id: 'the-request',
    })
    expect(results[1].changes).toEqual([
      {
        field: 'assignees',
        old: [],
        new: [jo.userId],
        old_display: null,
        new_display: 'Test Person',
      },
    ])
    expect(results[0].changes.map((change: { field: string }) => change.field)).toEqual([
      'title',
      'assignees',
    ])
    const created = Object.fromEntries(
      results[3].changes.map((change: { field: string }) => [change.field, change]),
    )
    expect(created.title).toMatchObject({ old: null, new: 'A task' })
    expect(created.tags).toMatchObject({ new: task.tags, new_display: 'x' })
    expect(created.status).toMatchObject({ new: columns['To Do'], new_display: 'To Do' })
  })

  test('each entry has an event with the same verb', async () => {
    const mia = await service.tenant()
    const call = boardClient(mia)
    await createBoard(call)
    const columns = await readColumns(call, 'launch')
    const task = await createTask(call, 'launch', { status: columns['To Do'] })
    const path = `/pm/tasks/${task.slug}`
    for (const change of [
      { title: 'New' },
      { assignees: [mia.userId] },
      { status: columns['In Progress'] },
      { complete: true },
    ]) {
      await expectStatus(200, call('PATCH', path, change))
    }
    const { results } = await expectStatus(200, call('GET', `${path}/activity`))
    const verbs = results.map(({ verb }: ActivityEntry) => `pm_task.${verb}`).toReversed()
    const { body } = await service.events(mia.key)
    const types = body.results.map(({ type }: { type: string }) => type)
    expect(verbs).toContain('pm_task.updated')
    expect(types.filter((type: string) => type.startsWith('pm_task.'))).toEqual(verbs)
  })

  test('pages stay stable while entries are added', async () => {
    const mia = await service.tenant()
    const call = boardClient(mia)
    await createBoard(call)
    await createTask(call, 'launch')
    const edit = (title: string) =>
      expectStatus(200, call('PATCH', '/pm/tasks/launch-1', { title }))
    for (let at = 2; at <= 7; at++) await edit(`Title ${at}`)
    const seen: number[] = []
    let next = '/pm/tasks/launch-1/activity?page_size=2'
    for (let page = 1; next; page++) {
      const body = await expectStatus(200, call('GET', next))
      expect(body.count).toBe(7)
      seen.push(...body.results.map(({ seq }: { seq: number }) => seq))
      await edit(`Meanwhile ${page}`)
      next = body.next?.replace(/^.*\/api\/v1/, '') ?? ''
      if (next) expect(next).toContain('as_of=7')
      if (page === 2) expect(body.previous).toMatch(/page=1&.*as_of=7|as_of=7&.*page=1/)
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1])
    const now = await expectStatus(200, call('GET', '/pm/tasks/launch-1/activity?page_size=2'))
    expect([now.count, now.results[0].seq]).toEqual([11, 11])
    const clamped = await expectStatus(200, call('GET', '/pm/tasks/launch-1/activity?as_of=999'))
    expect(clamped.count).toBe(11)
  })

  test('seq has no gaps when many change a task at once', async () => {
    const call = boardClient(await service.tenant())
    await createBoard(call)
    await createTask(call, 'launch')
    const edits = Array.from({ length: 15 }, (_, at) => {
      const body = { content_type: 'task', object_pk: 'launch-1', comment: `${at}` }
      return at % 2
        ? expectStatus(201, call('POST', '/comments', body))
        : expectStatus(200, call('PATCH', '/pm/tasks/launch-1', { description: `${at}` }))
    })
    await Promise.all(edits)
    const seqs = (await listActivity(call, 'launch-1')).map(({ seq }: { seq: number }) => seq)
    expect(seqs).toEqual(Array.from({ length: 16 }, (_, at) => at + 1))
  })

  test('400 and empty pages', async () => {
    const call = boardClient(await service.tenant())
    await createBoard(call)
    await createTask(call, 'launch')
    const path = '/pm/tasks/launch-1/activity'
    for (const query of [
      'page=0',
      'page=x',
      'page=1000000001',
      'page_size=0',
      'as_of=0',
      'as_of=-1',
    ]) {
      const [name] = query.split('=')
      expect([query, await readProblem(call('GET', `${path}?${query}`))]).toEqual([
        query,
        [400, name],
      ])
    }
    const far = await expectStatus(200, call('GET', `${path}?page=1000000000`))
    expect([far.count, far.results, far.next]).toEqual([1, [], null])
    const stranger = boardClient(await service.tenant())
    await createBoard(stranger)
    const theirs = await createTask(stranger, 'launch')
    for (const other of ['launch-2', theirs.id, '123e4567-e89b-42d3-a456-426614174000']) {
      const missing = call('GET', `/pm/tasks/${other}/activity`)
      expect(await readProblem(missing)).toEqual([404, 'pm_task_not_found'])
    }
  })

  test('events omit the content, because not everyone can see the board', async () => {
    const mia = await service.tenant()
    const call = boardClient(mia)
    await createBoard(call, { access: 0, title: 'Secret plans' })
    await createTask(call, 'secret-plans', { title: 'Secret task' })
    const events = await service.deps.db.system`
      select type, object, data from events
      where workspace_id = ${mia.workspaceId} and type like 'pm%' order by id`
    expect(events.map(({ type }) => type)).toEqual(['pm_board.created', 'pm_task.created'])
    expect(JSON.stringify(events)).not.toMatch(/secret/i)
  })
})
