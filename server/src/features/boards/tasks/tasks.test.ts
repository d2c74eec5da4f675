import { describe, expect, test } from 'vitest'
import { expectStatus, readProblem } from '../../../../test/harness.ts'
import { createBoard, createTask, listActivity, missingId, useBoards } from '../test-boards.ts'

const { service, boardClient, setUpBoard, createForeignTask } = useBoards()

describe('/pm/tasks', () => {
  test('201 with all fields; read by id and slug it is the same, expanded it has everything', async () => {
    const { mia, call, columns } = await setUpBoard()
    const jo = await service.colleague(mia, 'member')
    const given = {
      title: 'Poster',
      description: 'A2',
      rich_description: { type: 'doc', content: [{ text: 'A2' }] },
      start_date: '2026-11-15',
      due_date: '2028-02-29',
      priority: 'high',
      task_type: 'design',
      estimated_hours: 2.5,
      extra: { a: { b: [1, null] } },
      status: columns['To Do'],
    }
    const more = { tags: ['print'], assignees: [jo.userId, mia.userId, jo.userId] }
    const task = await createTask(call, 'launch', { ...given, ...more })
    expect(task).toMatchObject({
      ...given,
      slug: 'LAUNCH-1',
      complete: false,
      completed_at: null,
      parent: null,
      assignees: [mia.userId, jo.userId],
      checklist: [],
      attachments: [],
      subtasks: [],
      custom_fields: {},
      creator: mia.userId,
      modifier: mia.userId,
      modifier_kind: 'agent',
      modifier_name: 'Test key',
    })
    const part = await createTask(call, 'launch', { title: 'Part', parent: 'launch-1' })
    const same = await expectStatus(200, call('GET', '/pm/tasks/launch-1'))
    expect(same).toEqual({ ...task, subtasks: [part.id] })
    const all = 'status_details,assignees,tags,board,attachments,subtasks'
    expect(
      await expectStatus(200, call('GET', `/pm/tasks/${task.id}?expand=${all}`)),
    ).toMatchObject({
      status: columns['To Do'],
      status_details: { id: columns['To Do'], title: 'To Do' },
      board: { slug: 'launch', title: 'Launch' },
      tags: [{ name: 'print', color: expect.any(String) }],
      assignees: [{ id: mia.userId }, { id: jo.userId, email: jo.email }],
      subtasks: [{ id: part.id, slug: 'LAUNCH-2', title: 'Part' }],
    })
    const { tasks_count } = await expectStatus(200, call('GET', '/pm/boards/launch'))
    expect(tasks_count).toBe(2)
  })

  test('the board follows from the status or the parent', async () => {
    const { mia, call, columns } = await setUpBoard()
    const jo = await service.colleague(mia, 'member')
    const other = await createBoard(call, { title: 'Other' })
    const hidden = await createBoard(call, { title: 'Hidden', access: 0 })
    const task = { title: 'A', status: columns.Draft }
    const first = await expectStatus(201, call('POST', '/pm/tasks', task))
    const subtask = { title: 'B', parent: first.id }
    const part = await expectStatus(201, call('POST', '/pm/tasks', subtask))
    expect([first.slug, part.slug]).toEqual(['LAUNCH-1', 'LAUNCH-2'])
    const bad: [object, [number, string]][] = [
      [{}, [400, 'board']],
      [{ status: missingId }, [400, 'status']],
      [{ parent: missingId }, [400, 'parent']],
      [{ board: 'nowhere' }, [404, 'board_not_found']],
      [{ board: other.id, status: columns.Draft }, [400, 'status']],
      [{ board: other.id, parent: first.id }, [400, 'parent']],
    ]
    for (const [body, wanted] of bad) {
      const answer = call('POST', '/pm/tasks', { title: 'x', ...body })
      expect([body, await readProblem(answer)]).toEqual([body, wanted])
    }
    // The status of an invisible board gets the same response as an unknown status.
    const unseen = boardClient(jo)('POST', '/pm/tasks', { title: 'x', status: hidden.statuses[0] })
    expect(await readProblem(unseen)).toEqual([400, 'status'])
  })

  test('old slugs keep working after the board was renamed or the task moved', async () => {
    const { call } = await setUpBoard()
    const task = await createTask(call, 'launch')
    await expectStatus(200, call('PATCH', '/pm/boards/launch', { slug: 'autumn' }))
    await createBoard(call, { title: 'Spring' })
    expect((await expectStatus(200, call('GET', '/pm/tasks/LAUNCH-1'))).slug).toBe('AUTUMN-1')
    const part = await createTask(call, 'autumn', { parent: task.id, title: 'Part' })
    const body = { board: 'spring' }
    const moved = await expectStatus(200, call('POST', '/pm/tasks/autumn-1/move', body))
    expect(moved).toMatchObject({ id: task.id, slug: 'SPRING-1' })
    for (const slug of ['LAUNCH-1', 'autumn-1', 'spring-1']) {
      expect((await expectStatus(200, call('GET', `/pm/tasks/${slug}`))).id).toBe(task.id)
    }
    const along = await expectStatus(200, call('GET', `/pm/tasks/${part.id}`))
    expect(along).toMatchObject({ slug: 'SPRING-2', parent: task.id })
    expect((await expectStatus(200, call('GET', '/pm/boards/autumn'))).tasks_count).toBe(0)
    expect((await expectStatus(200, call('GET', '/pm/boards/spring'))).tasks_count).toBe(2)
  })

  test('400 for invalid input, never a 500', async () => {
    const { mia, call } = await setUpBoard()
    const guest = await service.colleague(mia, 'guest')
    const stranger = await service.tenant()
    const theirs = await createForeignTask(stranger)
    const task = await createTask(call, 'launch', { start_date: '2026-11-10' })
    const ids = Array.from({ length: 10_000 }, (_, at) => at + 1)
    const bad: [object, string][] = [
      [{ title: '' }, 'title'],
      [{ title: 'x'.repeat(251) }, 'title'],
      [{ due_date: '2026-02-30' }, 'due_date'],
      [{ due_date: '2026-11-15T10:00:00Z' }, 'due_date'],
      [{ due_date: '0000-01-01' }, 'due_date'],
      [{ due_date: '2026-11-09' }, 'due_date'],
      [{ start_date: '2026-11-12', due_date: '2026-11-11' }, 'due_date'],
      [{ priority: 'huge' }, 'priority'],
      [{ estimated_hours: -1 }, 'estimated_hours'],
      [{ order: '0' }, 'order'],
      [{ order: 'a b' }, 'order'],
      [{ status: missingId }, 'status'],
      [{ status: 'Nowhere' }, 'status'],
      [{ status: theirs.status }, 'status'],
      [{ parent: missingId }, 'parent'],
      [{ parent: theirs.id }, 'parent'],
      [{ tags: [theirs.tags[0]] }, 'tags.0'],
      [{ assignees: [stranger.userId] }, 'assignees.0'],
      [{ assignees: [mia.userId, guest.userId] }, 'assignees.1'],
      [{ assignees: ids }, 'assignees'],
      [{ tags: ids }, 'tags'],
      [{ tags: [2_000_000_000] }, 'tags.0'],
      [{ extra: [] }, 'extra'],
      [{ rich_description: 'x'.repeat(600_000) }, 'rich_description'],
      [{ complete: 'yes' }, 'complete'],
      [{ complete: true, status: task.status }, 'complete'],
    ]
    for (const [body, field] of bad) {
      const answer = await readProblem(call('PATCH', `/pm/tasks/${task.id}`, body))
      expect([JSON.stringify(body).slice(0, 80), answer]).toEqual([
        JSON.stringify(body).slice(0, 80),
        [400, field],
      ])
    }
    const days = await call('PATCH', `/pm/tasks/${task.id}`, { due_date: '2026-02-30' })
    expect(days.body.detail).toBe('due_date: must be a valid date, as YYYY-MM-DD')
    const sorting = await call('GET', '/pm/tasks?sort=colour')
    expect(sorting.body.detail).toContain('is not one of created_at, updated_at, start_date')
    for (const place of [{ before: theirs.id }, { after: theirs.id }, { status: theirs.status }]) {
      const [name] = Object.keys(place)
      const wrong = call('POST', `/pm/tasks/${task.id}/move`, place)
      expect(await readProblem(wrong)).toEqual([400, name])
    }
    const missing = call('POST', `/pm/tasks/${task.id}/move`, { board: theirs.board })
    expect(await readProblem(missing)).toEqual([404, 'board_not_found'])
    const queries = [
      'page=0',
      'page=1000000001',
      'per_page=0',
      'page_size=0',
      'sort=colour',
      'sort=--title',
      'expand=comments',
      'assignee=you',
      'status=abc',
      'priority=huge',
      'due_before=2026-02-30',
      'owner=1',
      `assignee=${ids.slice(0, 800).join(',')}`,
      `assignee=${ids.join(',')}`,
    ]
    for (const query of queries) {
      const [name] = query.split('=')
      expect([query, await readProblem(call('GET', `/pm/tasks?${query}`))]).toEqual([
        query,
        [400, name],
      ])
    }
    const far = await expectStatus(200, call('GET', '/pm/tasks?page=1000000000'))
    expect([far.count, far.results]).toEqual([1, []])
    expect(await listActivity(call, task.id)).toHaveLength(1)
  })

  test('412 for an outdated version', async () => {
    const { mia, call } = await setUpBoard()
    await createTask(call, 'launch')
    const { headers } = await call('GET', '/pm/tasks/launch-1')
    const careful = boardClient(mia, { 'if-match': headers.etag as string })
    const { headers: next } = await careful('PATCH', '/pm/tasks/launch-1', { title: 'B' })
    expect((await call('GET', '/pm/tasks/launch-1')).headers.etag).toBe(next.etag)
    await expectStatus(412, careful('PATCH', '/pm/tasks/launch-1', { title: 'C' }))
    await expectStatus(412, careful('DELETE', '/pm/tasks/launch-1'))
  })
})

describe('status and complete', () => {
  test('stay consistent', async () => {
    const { call, columns } = await setUpBoard()
    const task = await createTask(call, 'launch')
    const path = `/pm/tasks/${task.id}`
    const patch = (body: object) => expectStatus(200, call('PATCH', path, body))
    const done = { complete: true, status: columns.Completed }
    expect(await patch({ complete: true })).toMatchObject({
      ...done,
      completed_at: expect.any(String),
    })
    const open = { complete: false, status: columns['To Do'], completed_at: null }
    expect(await patch({ complete: false })).toMatchObject(open)
    expect(await patch({ status: columns.Completed })).toMatchObject(done)
    expect(await patch({ status: columns.Draft })).toMatchObject({ complete: false })
    expect(
      await expectStatus(200, call('POST', `${path}/move`, { status: columns.Completed })),
    ).toMatchObject(done)
    const made = await createTask(call, 'launch', { complete: true })
    expect(made).toMatchObject({ ...done, completed_at: made.created_at })
    const verbs = (await listActivity(call, task.id)).map(({ verb }: { verb: string }) => verb)
    expect(verbs).toEqual([
      'created',
      'completed',
      'reopened',
      'completed',
      'reopened',
      'completed',
    ])
  })
})
