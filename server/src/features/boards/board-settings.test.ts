import { describe, expect, test } from 'vitest'
import { expectStatus, readProblem } from '../../../test/harness.ts'
import { createBoard, createTask, missingId, readColumns, useBoards } from './test-boards.ts'

const { service, boardClient } = useBoards()

describe('/pm/boards/{board_id}/status', () => {
  test('201, 200, 204: columns are added, moved, changed and deleted', async () => {
    const call = boardClient(await service.tenant())
    await createBoard(call)
    const path = '/pm/boards/launch/status'
    const review = { title: 'Review', color: '#8e5bd0', order: 2, category: 'in_progress' }
    const made = await expectStatus(201, call('POST', path, review))
    expect(made).toMatchObject({ ...review, description: '' })
    const titles = async () => Object.keys(await readColumns(call, 'launch'))
    expect(await titles()).toEqual(['Draft', 'To Do', 'Review', 'In Progress', 'Completed'])
    const body = { order: 0, title: 'Look' }
    const moved = await expectStatus(200, call('PATCH', `${path}/${made.id}`, body))
    expect(moved).toMatchObject({ order: 0, title: 'Look', color: '#8e5bd0' })
    expect(await titles()).toEqual(['Look', 'Draft', 'To Do', 'In Progress', 'Completed'])
    expect(await expectStatus(200, call('GET', `${path}/${made.id}`))).toEqual(moved)
    await expectStatus(204, call('DELETE', `${path}/${made.id}`))
    expect(await readProblem(call('GET', `${path}/${made.id}`))).toEqual([404, 'status_not_found'])
    const { results } = await expectStatus(200, call('GET', `${path}?page_size=3`))
    expect(results.map(({ order }: { order: number }) => order)).toEqual([0, 1, 2])
  })

  test('409 for one with tasks; move_to moves them, in their order', async () => {
    const call = boardClient(await service.tenant())
    await createBoard(call)
    const { Draft = '', 'To Do': todo = '', Completed = '' } = await readColumns(call, 'launch')
    for (const title of ['1', '2', '3']) await createTask(call, 'launch', { title, status: Draft })
    await createTask(call, 'launch', { title: '0', status: todo })
    const path = `/pm/boards/launch/status/${Draft}`
    expect(await readProblem(call('DELETE', path))).toEqual([409, 'status_has_tasks'])
    expect(await readProblem(call('DELETE', `${path}?move_to=${Draft}`))).toEqual([400, 'move_to'])
    const wrong = call('DELETE', `${path}?move_to=${missingId}`)
    expect(await readProblem(wrong)).toEqual([400, 'move_to'])
    await expectStatus(204, call('DELETE', `${path}?move_to=${todo}`))
    const inTodo = `/pm/tasks?status=${todo}&sort=order`
    const order = async (list: string) =>
      (await expectStatus(200, call('GET', list))).results.map(
        ({ title }: { title: string }) => title,
      )
    expect(await order(inTodo)).toEqual(['0', '1', '2', '3'])

    const move = { target_status_id: Completed }
    const moveAll = () => expectStatus(200, call('POST', `/pm/status/${todo}/move`, move))
    expect(await moveAll()).toEqual({ moved: 4 })
    expect(await order(`/pm/tasks?status=${Completed}&complete=true&sort=order`)).toHaveLength(4)
    expect(await moveAll()).toEqual({ moved: 0 })
  })

  test('tasks follow the meaning of their column; a board keeps an open and a done one', async () => {
    const call = boardClient(await service.tenant())
    await createBoard(call)
    const columns = await readColumns(call, 'launch')
    const path = (title: string) => `/pm/boards/launch/status/${columns[title]}`
    const task = await createTask(call, 'launch')
    await expectStatus(200, call('PATCH', path('Draft'), { category: 'done' }))
    expect((await expectStatus(200, call('GET', `/pm/tasks/${task.id}`))).complete).toBe(true)
    await expectStatus(200, call('PATCH', path('Draft'), { category: 'backlog' }))
    expect((await expectStatus(200, call('GET', `/pm/tasks/${task.id}`))).complete).toBe(false)
    const conflict = call('PATCH', path('Completed'), { category: 'todo' })
    expect(await readProblem(conflict)).toEqual([409, 'last_status'])
    expect(await readProblem(call('DELETE', path('Completed')))).toEqual([409, 'last_status'])
  })

  test('400 for invalid columns', async () => {
    const call = boardClient(await service.tenant())
    await createBoard(call)
    const other = await createBoard(call, { title: 'Other' })
    const { Draft } = await readColumns(call, 'launch')
    const path = '/pm/boards/launch/status'
    const bad: [object, string][] = [
      [{ title: 'x'.repeat(33) }, 'title'],
      [{ title: 'x', color: 'red' }, 'color'],
      [{ title: 'x', color: '#12345' }, 'color'],
      [{ title: 'x', order: -1 }, 'order'],
      [{ title: 'x', category: 'later' }, 'category'],
    ]
    for (const [body, field] of bad) {
      expect([body, await readProblem(call('POST', path, body))]).toEqual([body, [400, field]])
    }
    const foreign = call('POST', `/pm/status/${Draft}/move`, {
      target_status_id: other.statuses[0],
    })
    expect(await readProblem(foreign)).toEqual([400, 'target_status_id'])
    const missing = call('GET', `/pm/boards/${other.id}/status/${Draft}`)
    expect(await readProblem(missing)).toEqual([404, 'status_not_found'])
  })
})

describe('/pm/boards/{board_id}/fields', () => {
  test('values are checked by kind, removed by null, and kept when the field is deleted', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const call = boardClient(mia)
    await createBoard(call)
    const path = '/pm/boards/launch/fields'
    const fields = [
      { name: 'Note', kind: 'text' },
      { name: 'Story points', kind: 'number' },
      { name: 'Shoot', kind: 'date' },
      { name: 'Channel', kind: 'select', options: ['Mail', 'Print'] },
      { name: 'Paid', kind: 'checkbox' },
      { name: 'Brief', kind: 'url' },
      { name: 'Reviewer', kind: 'person' },
    ]
    const made = []
    for (const field of fields) made.push(await expectStatus(201, call('POST', path, field)))
    const keys = ['note', 'story_points', 'shoot', 'channel', 'paid', 'brief', 'reviewer']
    expect(made.map(({ key }) => key)).toEqual(keys)
    const good = {
      note: 'A',
      story_points: 2.5,
      shoot: '2026-02-28',
      channel: 'Mail',
      paid: false,
      brief: 'https://example.com/a?b=c',
      reviewer: jo.userId,
    }
    const task = await createTask(call, 'launch', { custom_fields: good })
    expect(task.custom_fields).toEqual(good)
    const bad: Record<string, unknown[]> = {
      note: [1, 'x'.repeat(5001)],
      story_points: ['1', true],
      shoot: ['2026-02-30', '2026-2-3', '0000-01-01', 5],
      channel: ['Radio', 1],
      paid: ['yes', 0],
      brief: ['example.com', 'javascript:alert(1)', 'https://a b'],
      reviewer: [2_000_000_000, 1.5, 'me', -1],
      nonsense: [1],
    }
    for (const [key, values] of Object.entries(bad)) {
      for (const value of values) {
        const body = { custom_fields: { [key]: value } }
        const answer = call('PATCH', `/pm/tasks/${task.id}`, body)
        expect([key, value, await readProblem(answer)]).toEqual([
          key,
          value,
          [400, `custom_fields.${key}`],
        ])
      }
    }
    const { paid: _, ...rest } = good
    const changed = { custom_fields: { paid: null, note: 'B' } }
    const after = await expectStatus(200, call('PATCH', `/pm/tasks/${task.id}`, changed))
    expect(after.custom_fields).toEqual({ ...rest, note: 'B' })

    const select = made[3]
    const renamed = { options: ['Print'], name: 'Where' }
    await expectStatus(200, call('PATCH', `${path}/${select.id}`, renamed))
    await expectStatus(204, call('DELETE', `${path}/${made[0].id}`))
    const missing = call('DELETE', `${path}/${made[0].id}`)
    expect(await readProblem(missing)).toEqual([404, 'field_not_found'])
    const kept = await expectStatus(200, call('GET', `/pm/tasks/${task.id}`))
    expect(kept.custom_fields).toMatchObject({ note: 'B', channel: 'Mail' })
    for (const [body, field] of [
      [{ name: 'X', kind: 'select' }, 'options'],
      [{ name: 'X', kind: 'text', options: ['a'] }, 'options'],
      [{ name: 'X', kind: 'text', key: 'channel' }, 'key'],
      [{ name: 'X', kind: 'colour' }, 'kind'],
    ] as const) {
      expect([body, await readProblem(call('POST', path, body))]).toEqual([body, [400, field]])
    }
  })
})

describe('/pm/tags', () => {
  test('are created by name, ignoring case, renamed, and deleted if unused', async () => {
    const call = boardClient(await service.tenant())
    await createBoard(call)
    const task = await createTask(call, 'launch', { tags: ['Design', ' design ', 'Print', '2026'] })
    const { results } = await expectStatus(200, call('GET', '/pm/tags'))
    expect(results.map(({ name }: { name: string }) => name)).toEqual(['2026', 'Design', 'Print'])
    expect(results[1].color).toMatch(/^#[0-9A-F]{6}$/)
    const id = results[1].id
    const conflict = call('POST', '/pm/tags', { name: 'DESIGN' })
    expect(await readProblem(conflict)).toEqual([409, 'tag_name_taken'])
    const body = { name: 'Look', color: '#000000' }
    const renamed = await expectStatus(200, call('PATCH', `/pm/tags/${id}`, body))
    expect(renamed).toEqual({ id, name: 'Look', color: '#000000' })
    expect(await readProblem(call('DELETE', `/pm/tags/${id}`))).toEqual([409, 'tag_in_use'])
    await expectStatus(200, call('PATCH', `/pm/tasks/${task.id}`, { tags: ['print'] }))
    await expectStatus(204, call('DELETE', `/pm/tags/${id}`))
    const bad = call('PATCH', `/pm/tasks/${task.id}`, { tags: ['print', id] })
    expect(await readProblem(bad)).toEqual([400, 'tags.1'])
    const many = Array.from({ length: 5 }, (_, at) =>
      createTask(call, 'launch', { tags: at % 2 ? ['x', 'y', 'z'] : ['z', 'y', 'x'] }),
    )
    const tagged = await Promise.all(many)
    expect(new Set(tagged.map(({ tags }) => String(tags))).size).toBe(1)
  })
})
